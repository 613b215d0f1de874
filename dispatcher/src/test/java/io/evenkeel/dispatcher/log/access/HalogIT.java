// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.dispatcher.log.output.LogWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Lines of the HAProxy format, read by HAProxy's own {@code halog}, where that is installed. */
@Timeout(60)
@EnabledIf("isThere")
class HalogIT {

    private static final long WALL_MS =
            Instant.parse("2026-07-05T22:04:09.078Z").toEpochMilli();

    @TempDir
    Path folder;

    private final LineFormat format =
            LineFormat.of(Format.HAPROXY, ZoneOffset.UTC, new LogWriter("gw", "evenkeel", 123));
    private final StringBuilder log = new StringBuilder();

    static boolean isThere() {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "halog")));
    }

    private static AccessEntry request(String client, String target) {
        AccessEntry entry = new AccessEntry();
        entry.open(false, client, 51234, "web");
        entry.begin(WALL_MS);
        entry.method("GET");
        byte[] octets = target.getBytes(ISO_8859_1);
        entry.target(octets, 0, octets.length);
        entry.version("HTTP/1.1");
        return entry;
    }

    private void add(AccessEntry entry) {
        LineBuffer line = new LineBuffer();
        format.write(entry, line);
        log.append(new String(line.bytes(), 0, line.length(), ISO_8859_1));
    }

    private void served(String client, String target, String node) {
        AccessEntry entry = request(client, target);
        entry.node("shop", node);
        entry.status(200);
        entry.bytes(0, 100);
        entry.times(0, 0, 1_000_000, 30_000_000, 40_000_000);
        add(entry);
    }

    private void refused(String target) {
        AccessEntry entry = request("192.0.2.9", target);
        entry.node("shop", null);
        entry.status(503);
        entry.bytes(0, 50);
        entry.times(0, 600_000_000, -1, -1, 600_000_000);
        entry.requestId("ab12");
        entry.reason("queue-timeout");
        entry.ended('s', 'Q');
        add(entry);
    }

    /** The lines of standard output, and behind them those of standard error. */
    private List<String> halog(String... options) throws IOException, InterruptedException {
        Path in = Files.writeString(folder.resolve("access.log"), log, ISO_8859_1);
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of("halog"), Stream.of(options)).toList())
                .redirectInput(in.toFile())
                .redirectError(folder.resolve("err").toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("halog ends").isTrue();
        return Stream.of("out", "err")
                .map(folder::resolve)
                .flatMap(each -> lines(each).stream())
                .toList();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void countsEveryLineByStatusServerAddressAndPath() throws Exception {
        for (int i = 0; i < 10; i++) {
            served("192.0.2." + i % 2, "/cart?item=" + i, "vcn" + i % 2);
        }
        served("2001:db8::1", "/a\"b {c} #d \u00e9", "vcn1");
        refused("/checkout");

        assertThat(halog("-st")).containsExactly("200 11", "503 1", "12 lines in, 2 lines out, 0 parsing errors");
        assertThat(halog("-tc")).containsExactly("-- 11", "sQ 1", "12 lines in, 2 lines out, 0 parsing errors");
        assertThat(halog("-srv"))
                .contains(
                        "shop/vcn0 0 5 0 0 0 0 5 5 100.0 1 30",
                        "shop/vcn1 0 6 0 0 0 0 6 6 100.0 1 30",
                        "shop/<NOSRV> 0 0 0 0 1 0 1 0 0.0 0 0",
                        "12 lines in, 3 lines out, 0 parsing errors");
        assertThat(halog("-u")).anyMatch(line -> line.startsWith("10 0 ") && line.endsWith(" /cart"));
        assertThat(halog("-ic")).anyMatch(line -> line.endsWith(" 2001:db8::1"));
        assertThat(halog("-Q", "-c")).as("no line counts a queue").containsExactly("0");
        assertThat(halog("-hdr", "1:2")).contains("queue-timeout");
    }

    @Test
    void readsARequestThatCouldNotBeRead() throws Exception {
        AccessEntry entry = new AccessEntry();
        entry.open(false, "192.0.2.7", 5, "web");
        entry.begin(WALL_MS);
        entry.status(400);
        entry.ended('P', 'R');
        add(entry);

        assertThat(halog("-st")).containsExactly("400 1", "1 lines in, 1 lines out, 0 parsing errors");
        assertThat(halog("-u")).contains("1 lines in, 1 lines out, 0 parsing errors");
    }
}
