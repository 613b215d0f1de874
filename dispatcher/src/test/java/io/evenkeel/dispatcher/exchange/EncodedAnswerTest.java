// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.kit.MemoryStand;
import io.evenkeel.dispatcher.kit.Until;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored answers that clients get packed, in memory. */
class EncodedAnswerTest {

    private static final String BODY = "All work and no play makes Jack a dull boy. ".repeat(100);
    private static final String ZSTD = "Accept-Encoding: gzip, br, zstd";
    private static final String FIELDS = "Cache-Control: max-age=60\r\nETag: \"v1\"\r\nAccept-Ranges: bytes";

    private MemoryStand stand = stand(true);

    private static MemoryStand stand(boolean encode) {
        RouteCacheSettings cache =
                new RouteCacheSettings(1 << 20, 0, Duration.ZERO, Duration.ZERO, CookieUse.EXPLICIT, true, encode);
        return new MemoryStand(1, s -> s.route(null, null, "shop", RuleSettings.NONE.with(cache)), c -> {});
    }

    private static String request(String method, String... fields) {
        return method + " /a HTTP/1.1\r\nHost: shop\r\n" + String.join("\r\n", fields)
                + (fields.length == 0 ? "\r\n" : "\r\n\r\n");
    }

    private String ask(String method, String... fields) {
        Peer client = stand.client();
        client.sends(request(method, fields));
        assertThat(stand.inFlight()).as("requests at the node").isZero();
        return client.got();
    }

    private String store(String fields, String... asked) {
        Peer client = stand.client();
        client.sends(request("GET", asked));
        stand.answer(1, "HTTP/1.1 200 OK\r\n" + fields + "\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY);
        return client.got();
    }

    /** Stores an answer and has it packed, as the first client that takes it so does. */
    private void pack() {
        // nothing is packed that was there when the cache was made
        assertThat(stand.cache().taken()).isZero();
        stand.pass(Duration.ofSeconds(1));
        store(FIELDS);
        assertThat(ask("GET", ZSTD)).doesNotContain("Content-Encoding").endsWith(BODY);
        Until.holds("the answer is packed", () -> stand.cache().packedTaken() > 0);
    }

    private static String content(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    private static String unpacked(String answer) {
        byte[] octets = content(answer).getBytes(StandardCharsets.ISO_8859_1);
        return new String(Zstd.decompress(octets, BODY.length()), StandardCharsets.ISO_8859_1);
    }

    @AfterEach
    void everyOctetIsGivenBack() {
        stand.cache().close();
        assertThat(stand.cache().taken()).isZero();
    }

    @Test
    void aClientThatTakesItGetsThePackedContent() {
        pack();

        String packed = ask("GET", ZSTD);

        assertThat(packed)
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains(
                        "\r\nContent-Encoding: zstd\r\n",
                        "\r\nVary: Accept-Encoding\r\n",
                        "\r\nETag: W/\"v1\"\r\n",
                        "\r\nContent-Length: " + content(packed).length() + "\r\n",
                        "evenkeel; hit; ttl=60")
                .doesNotContain("Accept-Ranges");
        assertThat(unpacked(packed)).isEqualTo(BODY);
        assertThat(stand.cache().counts().encoded.sum()).isOne();
    }

    @Test
    void othersGetItAsItIs() {
        pack();

        assertThat(ask("GET"))
                .contains("\r\nVary: Accept-Encoding\r\n", "\r\nETag: \"v1\"\r\n", "\r\nAccept-Ranges: bytes\r\n")
                .doesNotContain("Content-Encoding")
                .endsWith(BODY);
        assertThat(ask("GET", "Accept-Encoding: zstd;q=0.5, identity")).endsWith(BODY);
    }

    @Test
    void theFirstAnswerTellsCachesOfClientsThatThereWillBeOthers() {
        assertThat(store(FIELDS)).contains("\r\nVary: Accept-Encoding\r\n").endsWith(BODY);
    }

    @Test
    void partsAreThoseOfTheContentAsItIs() {
        pack();

        assertThat(ask("GET", ZSTD, "Range: bytes=0-2"))
                .startsWith("HTTP/1.1 206 ")
                .doesNotContain("Content-Encoding")
                .endsWith("\r\n\r\nAll");
        assertThat(ask("GET", ZSTD, "Range: bytes=0-2", "If-Range: W/\"v1\""))
                .as("the tag of packed content does not hold for parts")
                .startsWith("HTTP/1.1 200 ")
                .endsWith(BODY);
    }

    @Test
    void headAndConditionsAgreeWithGet() {
        pack();
        int length = content(ask("GET", ZSTD)).length();

        assertThat(ask("HEAD", ZSTD))
                .contains("\r\nContent-Encoding: zstd\r\n", "\r\nContent-Length: " + length + "\r\n")
                .endsWith("\r\n\r\n");
        for (String tag : new String[] {"W/\"v1\"", "\"v1\""}) {
            assertThat(ask("GET", ZSTD, "If-None-Match: " + tag))
                    .startsWith("HTTP/1.1 304 ")
                    .contains("\r\nETag: W/\"v1\"\r\n", "\r\nVary: Accept-Encoding\r\n")
                    .doesNotContain("Content-Encoding", "Content-Length")
                    .endsWith("\r\n\r\n");
        }
    }

    @Test
    void anAnswerWhosePackedCopyIsLostIsPackedAgain() {
        String vary = "Cache-Control: max-age=60\r\nVary: Accept-Language";
        String german = "Accept-Language: de";
        assertThat(stand.cache().taken()).isZero();
        stand.pass(Duration.ofSeconds(1));
        store(vary, german);
        ask("GET", ZSTD, german);
        Until.holds("the answer is packed", this::isPacked);
        store(vary, "Accept-Language: en");
        assertThat(isPacked()).as("although another variant is stored").isFalse();

        stand.pass(Duration.ofSeconds(10));
        assertThat(ask("GET", ZSTD, german)).endsWith(BODY);
        Until.holds("the answer is packed again", this::isPacked);

        assertThat(unpacked(ask("GET", ZSTD, german))).isEqualTo(BODY);
    }

    /** True when there is a packed copy; the figure of octets may be late. */
    private boolean isPacked() {
        return stand.cache().findPacked(CacheKey.of("http://shop/a")) != null;
    }

    /** A cache of clients that has packed content would take it for content as it is, by the tag of that. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '~',
            value = {
                "If-None-Match: W/\"v1\"; W/\"v1\"",
                "If-None-Match: \"v0\", W/\"v1\"; W/\"v1\"",
                "If-None-Match: \"v1\", W/\"v1\"; W/\"v1\"",
                "If-None-Match: W/\"v0\", \"v1\"; \"v1\"",
                "If-None-Match: \"v1\"; \"v1\"",
                "If-None-Match: *; \"v1\""
            })
    void theTagOfPackedContentIsConfirmedAsSuchWhenTheContentIsNotPackedNow(String condition, String tag) {
        store(FIELDS);

        assertThat(ask("GET", condition))
                .startsWith("HTTP/1.1 304 ")
                .contains("\r\nETag: " + tag + "\r\n", "\r\nVary: Accept-Encoding\r\n")
                .doesNotContain("Content-Encoding");
        assertThat(ask("GET", condition, ZSTD)).startsWith("HTTP/1.1 304 ").contains("\r\nETag: W/\"v1\"\r\n");
    }

    @Test
    void aTagIsConfirmedAsTheNodeSaidItWhereNothingIsEncoded() {
        stand.cache().close();
        stand = stand(false);
        store(FIELDS);

        assertThat(ask("GET", ZSTD, "If-None-Match: W/\"v1\"")).contains("\r\nETag: \"v1\"\r\n");
    }

    @Test
    void aClientThatForbidsChangesGetsItAsItIs() {
        pack();

        assertThat(ask("GET", ZSTD, "Cache-Control: no-transform")).endsWith(BODY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cache-Control: max-age=60, no-transform",
                "Cache-Control: max-age=60\r\nContent-Digest: sha-256=:x:",
                "Cache-Control: max-age=60\r\nContent-Type: image/png"
            })
    void contentThatMustStayAsItIsDoes(String fields) {
        assertThat(store(fields)).doesNotContain("Vary");
        for (int k = 0; k < 3; k++) {
            assertThat(ask("GET", ZSTD))
                    .doesNotContain("Content-Encoding", "Vary")
                    .endsWith(BODY);
        }
        assertThat(stand.cache().packedTaken()).isZero();
    }

    @Test
    void nothingIsEncodedUnlessTheRouteSaysSo() {
        stand.cache().close();
        stand = stand(false);
        assertThat(store(FIELDS)).doesNotContain("Vary");

        assertThat(ask("GET", ZSTD)).doesNotContain("Content-Encoding", "Vary").endsWith(BODY);
        assertThat(stand.cache().packedTaken()).isZero();
    }

    @Test
    void aVaryOfTheNodeIsNotSaidTwice() {
        String answer = store("Cache-Control: max-age=60\r\nVary: Accept-Encoding");

        assertThat(answer.split("Vary:", -1)).hasSize(2);
    }

    @Test
    void packedContentThatIsNoLongerFreshIsConfirmedAsItIs() {
        pack();
        stand.pass(Duration.ofSeconds(100));
        Peer client = stand.client();
        client.sends(request("GET", ZSTD));
        stand.answer(1, "HTTP/1.1 304 X\r\nCache-Control: max-age=60\r\n\r\n");

        assertThat(client.got()).contains("fwd=stale; fwd-status=304").endsWith(BODY);
    }
}
