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
}
