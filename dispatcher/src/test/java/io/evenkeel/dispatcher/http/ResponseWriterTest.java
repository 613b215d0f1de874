// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http.ResponseWriter.Persistence;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The head that goes to a client, octet by octet. */
class ResponseWriterTest {

    private static String written(String whole, Persistence persistence, boolean http11) {
        byte[] octets = whole.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        ResponseHead head = new ResponseHead();
        assertThat(head.read(octets, 0, octets.length, 1 << 16, 100, false)).isEqualTo(octets.length);
        HeadBuffer out = new HeadBuffer(16);
        new ResponseWriter(new DateLine(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)))
                .write(head, persistence, http11, FieldNames.of(List.of("server", "X-Powered-By")), out);
        return new String(out.octets(), 0, out.length(), StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
    }

    private static String written(String fields) {
        String text = written("HTTP/1.1 200 OK\nDate: D\n" + fields + "\n", Persistence.KEPT, true);
        assertThat(text).startsWith("HTTP/1.1 200 OK\nDate: D\n").endsWith("\n\n");
        return text.substring("HTTP/1.1 200 OK\nDate: D\n".length(), text.length() - 1);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "endpoint-load-metrics, ``",
                "Endpoint-Load-Metrics-Bin, ``",
                "`endpoint-load-metrics, endpoint-load-metrics-bin`, ``",
                "`X-T, endpoint-load-metrics`, `Trailer: X-T\n`",
                "`endpoint-load-metrics ,X-T`, `Trailer: X-T\n`",
                "`X-T,ENDPOINT-LOAD-METRICS\t, U`, `Trailer: X-T, U\n`",
                "`, endpoint-load-metrics`, ``",
                "`X-T,  U`, `Trailer: X-T,  U\n`",
                "endpoint-load-metricsx, `Trailer: endpoint-load-metricsx\n`",
            })
    void announcesNoLoadReportInTrailers(String announced, String line) {
        assertThat(written("A: b\nTrailer: " + announced + "\nC: d\n")).isEqualTo("A: b\n" + line + "C: d\n");
    }

    @ParameterizedTest
    @CsvSource({"Connection: Trailer, ''", "X: y, 'X: y\nTrailer: T\n'"})
    void dropsAnAnnouncementThatIsMeantForOneConnection(String field, String left) {
        assertThat(written(field + "\nTrailer: T, endpoint-load-metrics\n")).isEqualTo(left);
    }

    @Test
    void tellsTheTimeWhereTheNodeTellsItToItsConnectionAlone() {
        assertThat(written("HTTP/1.1 200 OK\nDate: D\nConnection: X, date\n\n", Persistence.KEPT, true))
                .isEqualTo("HTTP/1.1 200 OK\nDate: Thu, 01 Jan 1970 00:00:00 GMT\n\n");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "426, `Upgrade: a/1, b\nConnection: X\nX: y`, KEPT, true, `Connection: Upgrade\nUpgrade: a/1, b\n`",
                "426, `Upgrade: websocket`, KEPT, true, `Connection: Upgrade\nUpgrade: websocket\n`",
                "426, `Upgrade: websocket`, CLOSED, true, `Connection: close, Upgrade\nUpgrade: websocket\n`",
                "426, `Upgrade: websocket`, CLOSED, false, `Connection: close\n`",
                "426, `Upgrade: websocket`, KEPT_AND_SAID, false, `Connection: keep-alive\n`",
                "426, `Upgrade: h2c`, KEPT, true, ``",
                "426, `Upgrade: websocket, H2C`, CLOSED, true, `Connection: close\n`",
                "426, `Upgrade:`, KEPT, true, ``",
                "426, `X-Powered-By: z`, KEPT, true, ``",
                "400, `Upgrade: websocket\nConnection: Upgrade`, KEPT, true, ``",
                "200, `Upgrade: websocket\nConnection: Upgrade`, CLOSED, true, `Connection: close\n`",
            })
    void saysWhatToUpgradeToWhereThatIsRequired(
            int status, String fields, Persistence persistence, boolean http11, String lines) {
        String head = "HTTP/1.1 " + status + " x\nDate: D\n";
        assertThat(written(head + fields + "\n\n", persistence, http11)).isEqualTo(head + lines + "\n");
    }
}
