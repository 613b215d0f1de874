// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.Format;
import io.evenkeel.dispatcher.log.output.LogWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LineFormatTest {

    private static final long SEED = Long.getLong("seed", 20261121);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final long WALL_MS =
            Instant.parse("2026-07-05T22:04:09.078Z").toEpochMilli();

    private static final LogWriter WRITER = new LogWriter("gw", "evenkeel", 123);

    private final AccessEntry entry = new AccessEntry();

    private static String format(Format format, AccessEntry entry) {
        LineBuffer line = new LineBuffer();
        LineFormat.of(format, BERLIN, WRITER).write(entry, line);
        return new String(line.bytes(), 0, line.length(), ISO_8859_1);
    }

    private void set(String method, String target, String referer, String userAgent) {
        byte[] head = ("<" + method + target + referer + userAgent + ">").getBytes(ISO_8859_1);
        int at = 1;
        entry.method(head, at, at += method.length());
        entry.target(head, at, at += target.length());
        entry.referer(head, at, at += referer.length());
        entry.userAgent(head, at, at + userAgent.length());
        entry.version("HTTP/1.1");
    }

    private void ordinary() {
        entry.open(false, "192.0.2.7", 51234, "web");
        entry.begin(WALL_MS);
        set("GET", "/shop?id=1", "http://example.org/", "curl/8.5.0");
        entry.host("shop.example.org".getBytes(ISO_8859_1), 0, 16);
        entry.requestId("7f3a");
        entry.node("shop", "vcn1");
        entry.status(200);
        entry.bytes(12, 3456);
        entry.times(1_999_999, 0, 250_000, 17_400_000, 21_000_999);
        entry.retries(1);
    }

    @Test
    void writesCombined() {
        ordinary();
        assertThat(format(Format.COMBINED, entry))
                .isEqualTo("192.0.2.7 - - [06/Jul/2026:00:04:09 +0200] \"GET /shop?id=1 HTTP/1.1\" 200 3456"
                        + " \"http://example.org/\" \"curl/8.5.0\"\n");
    }

    @Test
    void writesHaproxy() {
        ordinary();
        assertThat(format(Format.HAPROXY, entry))
                .isEqualTo(
                        "Jul  6 00:04:09 gw evenkeel[123]: 192.0.2.7:51234 [06/Jul/2026:00:04:09.078] web shop/vcn1 1/0/0/17/21 200 3456 - - ----"
                                + " 0/0/0/0/1 0/0 \"GET /shop?id=1 HTTP/1.1\"\n");
    }

    /** A syslog server puts host and process in front of a line, and HAProxy marks listeners of TLS. */
    @Test
    void leavesHostAndProcessToASyslogServer() {
        ordinary();
        entry.tls("TLSv1.3", "TLS_AES_128_GCM_SHA256");
        LineBuffer line = new LineBuffer();
        LineFormat.of(Format.HAPROXY, BERLIN, null).write(entry, line);
        assertThat(new String(line.bytes(), 0, line.length(), ISO_8859_1))
                .startsWith("192.0.2.7:51234 [06/Jul/2026:00:04:09.078] web~ shop/vcn1 1/0/0/17/21 ");
    }

    @Test
    void writesJson() {
        ordinary();
        assertThat(format(Format.JSON, entry))
                .isEqualTo("{\"time\":\"2026-07-05T22:04:09.078Z\",\"kind\":\"http\",\"listener\":\"web\","
                        + "\"client\":\"192.0.2.7\",\"clientPort\":51234,\"method\":\"GET\",\"target\":\"/shop?id=1\","
                        + "\"version\":\"HTTP/1.1\",\"tls\":null,\"cipher\":null,\"host\":\"shop.example.org\",\"status\":200,\"bytesIn\":12,"
                        + "\"bytesOut\":3456,\"referer\":\"http://example.org/\",\"userAgent\":\"curl/8.5.0\","
                        + "\"requestId\":\"7f3a\",\"cluster\":\"shop\",\"node\":\"vcn1\",\"headMs\":1.999,"
                        + "\"queueMs\":0.000,\"connectMs\":0.250,\"responseMs\":17.400,\"totalMs\":21.000,"
                        + "\"retries\":1,\"termination\":\"--\",\"reason\":null,\"trace\":null}\n");
    }

    @Test
    void tellsReasonAndIdOfTheDispatchersOwnAnswers() {
        entry.open(false, "::1", 5, "web");
        entry.begin(WALL_MS);
        set("POST", "/x", "", "");
        entry.requestId("ab12");
        entry.node("shop", null);
        entry.status(503);
        entry.bytes(0, 98);
        entry.times(0, 2_000_000_000, -1, -1, 2_000_000_000);
        entry.reason("queue-timeout");
        entry.ended('s', 'Q');
        assertThat(format(Format.COMBINED, entry))
                .isEqualTo("::1 - - [06/Jul/2026:00:04:09 +0200] \"POST /x HTTP/1.1\" 503 98 \"-\" \"-\""
                        + " \"queue-timeout\" \"ab12\"\n");
        assertThat(format(Format.HAPROXY, entry))
                .isEqualTo(
                        "Jul  6 00:04:11 gw evenkeel[123]: ::1:5 [06/Jul/2026:00:04:09.078] web shop/<NOSRV> 0/2000/-1/-1/2000 503 98 - - sQ--"
                                + " 0/0/0/0/0 0/0 {ab12|queue-timeout} \"POST /x HTTP/1.1\"\n");
        assertThat(format(Format.JSON, entry))
                .contains("\"node\":null")
                .contains("\"connectMs\":null")
                .contains("\"termination\":\"sQ\",\"reason\":\"queue-timeout\",\"trace\":null}");
    }

    @Test
    void writesARequestThatCouldNotBeRead() {
        entry.open(false, "192.0.2.7", 5, "web");
        entry.begin(WALL_MS);
        entry.ended('C', 'R');
        assertThat(format(Format.COMBINED, entry))
                .isEqualTo("192.0.2.7 - - [06/Jul/2026:00:04:09 +0200] \"-\" 000 0 \"-\" \"-\"\n");
        assertThat(format(Format.HAPROXY, entry))
                .isEqualTo(
                        "Jul  6 00:04:09 gw evenkeel[123]: 192.0.2.7:5 [06/Jul/2026:00:04:09.078] web web/<NOSRV> -1/-1/-1/-1/-1 -1 0 - - CR--"
                                + " 0/0/0/0/0 0/0 \"<BADREQ>\"\n");
        assertThat(format(Format.JSON, entry)).contains("\"method\":null,\"target\":null,\"version\":null");
    }

    @Test
    void writesTcpConnections() {
        entry.open(true, "192.0.2.7", 5, "ftp");
        entry.begin(WALL_MS);
        entry.node("files", "f1");
        entry.bytes(7, 1_000_000_000_000L);
        entry.times(-1, 0, 3_000_000, -1, 60_000_000_000L);
        assertThat(format(Format.HAPROXY, entry))
                .isEqualTo(
                        "Jul  6 00:05:09 gw evenkeel[123]: 192.0.2.7:5 [06/Jul/2026:00:04:09.078] ftp files/f1 0/3/60000 1000000000000 --"
                                + " 0/0/0/0/0 0/0\n");
        assertThat(format(Format.COMBINED, entry))
                .isEqualTo("192.0.2.7 - - [06/Jul/2026:00:04:09 +0200] \"TCP\" 000 1000000000000 \"-\" \"-\"\n");
        assertThat(format(Format.JSON, entry)).contains("\"kind\":\"tcp\"").contains("\"totalMs\":60000.000");
    }

    @Test
    void escapesEachFormatsOwnWay() {
        entry.open(false, "c", 5, "web");
        entry.begin(WALL_MS);
        set("GET", "/\"\\\n\u0000#{|}\u00e9", "\r\n10.0.0.1 - - forged", "a\"b");
        assertThat(format(Format.COMBINED, entry))
                .contains("\"GET /\\\"\\\\\\x0a\\x00#{|}\\xe9 HTTP/1.1\"")
                .contains("\"\\x0d\\x0a10.0.0.1 - - forged\" \"a\\\"b\"\n");
        assertThat(format(Format.HAPROXY, entry)).endsWith("\"GET /#22\\#0A#00#23#7B#7C#7D#E9 HTTP/1.1\"\n");
        assertThat(format(Format.JSON, entry))
                .contains("\"target\":\"/\\\"\\\\\\u000a\\u0000#{|}\\u00e9\"")
                .contains("\"userAgent\":\"a\\\"b\"");
    }

    @Test
    void hostileBytesStayInTheirFieldOfJson() {
        withHostileFields(Format.JSON, (fields, line) -> {
            JsonNode json = JsonMapper.shared().readTree(line);
            assertThat(json.get("target").asString()).as("seed %s", SEED).isEqualTo(fields.get(1));
            assertThat(json.get("userAgent").asString()).as("seed %s", SEED).isEqualTo(fields.get(3));
            assertThat(json.get("requestId").asString()).as("seed %s", SEED).isEqualTo(fields.get(2));
            assertThat(json.get("reason").asString()).as("seed %s", SEED).isEqualTo(fields.get(1));
        });
    }

    @Test
    void hostileBytesStayInTheirFieldOfTheCombinedForm() {
        String quoted = "\"(?:[^\"\\\\]|\\\\.)*\"";
        withHostileFields(
                Format.COMBINED,
                (fields, line) -> assertThat(line)
                        .as("seed %s", SEED)
                        .matches("c - - \\[[^]]*] (?:" + quoted + " )000 0( " + quoted + "){4}\n"));
    }

    @Test
    void hostileBytesOpenNoFurtherFieldOfHaproxysForm() {
        withHostileFields(
                Format.HAPROXY,
                (fields, line) -> assertThat(line.chars().filter(c -> c == '"').count())
                        .as("seed %s", SEED)
                        .isEqualTo(2));
    }

    /** Writes lines whose method, target, referer and browser are random octets; each is one line of ASCII. */
    private void withHostileFields(Format format, BiConsumer<List<String>, String> check) {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            List<String> hostile = new ArrayList<>();
            for (int k = 0; k < 4; k++) {
                byte[] bytes = new byte[1 + random.nextInt(60)];
                random.nextBytes(bytes);
                hostile.add(new String(bytes, ISO_8859_1));
            }
            entry.open(false, "c", 5, "web");
            entry.begin(WALL_MS);
            set(hostile.get(0), hostile.get(1), hostile.get(2), hostile.get(3));
            entry.requestId(hostile.get(2));
            entry.reason(hostile.get(1));
            String line = format(format, entry);
            assertThat(line).as("seed %s", SEED).matches("[ -~]*\n");
            check.accept(hostile, line);
        }
    }

    @Test
    void cutsLongFieldsAndSaysSo() {
        entry.open(false, "c", 5, "web");
        entry.begin(WALL_MS);
        set("GET", "/" + "x".repeat(20_000), "", "\u0001".repeat(5_000));
        String line = format(Format.JSON, entry);
        assertThat(line).contains("\"/" + "x".repeat(4095) + "...\"").contains("\\u0001...\"");
        assertThat(JsonMapper.shared().readTree(line).get("userAgent").asString())
                .hasSize(1024 + 3);
    }

    @Test
    void forgetsTheExchangeBefore() {
        ordinary();
        entry.reason("x");
        entry.begin(WALL_MS);
        AccessEntry fresh = new AccessEntry();
        fresh.open(false, "192.0.2.7", 51234, "web");
        fresh.begin(WALL_MS);
        for (Format format : Format.values()) {
            assertThat(format(format, entry)).isEqualTo(format(format, fresh));
        }
    }

    @Test
    void followsTheClockOverQuartersAndChangesOfOffset() {
        ClockText clock = ClockText.combined(BERLIN);
        String[] expected = {
            "25/Oct/2026:02:59:59 +0200",
            "25/Oct/2026:02:00:00 +0100",
            "25/Oct/2026:02:44:59 +0100",
            "25/Oct/2026:02:45:00 +0100",
            "31/Dec/1969:23:59:59 +0100"
        };
        String[] instants = {
            "2026-10-25T00:59:59.999Z",
            "2026-10-25T01:00:00Z",
            "2026-10-25T01:44:59Z",
            "2026-10-25T01:45:00Z",
            "1969-12-31T22:59:59.999Z"
        };
        for (int i = 0; i < instants.length; i++) {
            LineBuffer line = new LineBuffer();
            clock.write(Instant.parse(instants[i]).toEpochMilli(), line);
            assertThat(new String(line.bytes(), 0, line.length(), ISO_8859_1)).isEqualTo(expected[i]);
        }
    }

    @Test
    void putsTheDayOfSyslogInTwoColumns() {
        ClockText clock = ClockText.syslog(BERLIN);
        LineBuffer line = new LineBuffer();
        clock.write(Instant.parse("2026-10-09T21:59:59.999Z").toEpochMilli(), line);
        line.mark('|');
        clock.write(Instant.parse("2026-10-09T22:00:00Z").toEpochMilli(), line);
        assertThat(new String(line.bytes(), 0, line.length(), ISO_8859_1)).isEqualTo("Oct  9 23:59:59|Oct 10 00:00:00");
    }

    @Test
    void writesNumbersToTheirEnds() {
        LineBuffer line = new LineBuffer();
        line.number(0)
                .mark(' ')
                .number(Long.MAX_VALUE)
                .mark(' ')
                .number(Long.MIN_VALUE)
                .mark(' ')
                .number(-10);
        assertThat(new String(line.bytes(), 0, line.length(), ISO_8859_1))
                .isEqualTo("0 9223372036854775807 -9223372036854775808 -10");
    }
}
