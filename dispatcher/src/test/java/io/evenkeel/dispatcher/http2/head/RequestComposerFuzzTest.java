// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.kit.Mutants;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Requests with fields out of which one could make two, or another one. */
class RequestComposerFuzzTest {

    private static final List<String> FIELDS = List.of(
            "x-a=b",
            "accept=*/*",
            "cookie=a=b",
            "cookie=c",
            "cookie=",
            "cookie=a\r\nx-b: c",
            "host=a.test",
            "host=a.test:80",
            "host=b.test",
            "host= a.test",
            "content-length=0",
            "content-length=5",
            "content-length=05",
            "content-length=5, 5",
            "Content-Length=5",
            "transfer-encoding=chunked",
            "connection=x-a",
            "x-a:=b",
            "x-a: b\r\nx-c=d",
            "x-a=b\r\ncontent-length: 5",
            "x-a=b\ncontent-length: 5",
            "x-a=b\r\n\r\nGET /admin HTTP/1.1\r\nhost: a",
            "x-a\u0000=b",
            "=b",
            " =b",
            "te=trailers",
            "te=chunked",
            "upgrade=h2c",
            "http2-settings=AAAA",
            "expect=100-continue",
            ":path=/b",
            ":method=GET",
            ":authority=b.test",
            ":protocol=websocket",
            "sec-websocket-key=x",
            "sec-websocket-version=12",
            "x-forwarded-for=1.2.3.4",
            "x_a=b",
            "x-b=\u00ff",
            "x-b=\u0001",
            "trailer=x-t");

    private static final List<String> METHODS = List.of("GET", "POST", "CONNECT", "OPTIONS", "TRACE", "G T", "get", "");

    private static final List<String> PATHS = List.of(
            "/", "/a?b", "*", "", "/ HTTP/1.1\r\nx: y", "http://b.test/", "//b.test/", "/a b", "/\u00e4", "/#a");

    private static final List<String> AUTHORITIES =
            List.of("a.test", "a.test:80", "u@a.test", "", "a.test\r\nx: y", "[::1]:8080", "A.test");

    private final long seed = Mutants.seed(20260914);
    private final Random random = new Random(seed);

    private String one(List<String> choices) {
        return choices.get(random.nextInt(3) > 0 ? 0 : random.nextInt(choices.size()));
    }

    private String[] fields() {
        List<String> fields = new ArrayList<>(List.of(
                ":method=" + one(METHODS),
                ":scheme=" + one(List.of("http", "https", "ftp")),
                ":path=" + one(PATHS),
                ":authority=" + one(AUTHORITIES)));
        if (random.nextInt(6) == 0) {
            Collections.shuffle(fields, random);
            fields.remove(0);
        }
        for (int more = random.nextInt(5); more > 0; more--) {
            fields.add(FIELDS.get(random.nextInt(FIELDS.size())));
        }
        if (random.nextInt(10) == 0) {
            Collections.shuffle(fields, random);
        }
        return fields.toArray(String[]::new);
    }

    @Test
    void anyHeadIsExactlyTheRequestThatItsFieldsAre() {
        int accepted = 0;
        for (int round = 0; round < 30_000; round++) {
            String[] fields = fields();
            boolean agrees =
                    RequestComposerTarget.agrees(FieldBlocks.of(fields), random.nextBoolean(), random.nextBoolean());
            accepted += agrees ? 1 : 0;
        }
        assertThat(accepted).as("seed %d", seed).isBetween(2_000, 28_000);
    }
}
