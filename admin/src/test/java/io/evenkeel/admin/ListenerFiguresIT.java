// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import io.evenkeel.dispatcher.metrics.ListenerTraffic.ByProtocol;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Protocols, handshakes and certificates of listeners, on the page of the dispatcher and on the overview. */
@QuickPasswords
class ListenerFiguresIT {

    private static final String PAGE = "/console/dispatcher";
    private static final long DAY_MS = 86_400_000;

    @TempDir
    Path folder;

    private SignedInViewer viewer;

    @BeforeEach
    void start() throws Exception {
        viewer = new SignedInViewer(folder);
    }

    @AfterEach
    void stop() {
        viewer.close();
    }

    private void expiring(long inMs) {
        long nowMs = System.currentTimeMillis();
        viewer.control.certificates = List.of(
                new CertificateView("shop.example.org", "ec", "/tls/shop.pem", nowMs - 365 * DAY_MS, nowMs + inMs));
    }

    @Test
    void aListenerShowsItsProtocolsAndHandshakes() throws Exception {
        assertThat(viewer.text(PAGE))
                .contains("web http over TLS 127.0.0.1:9090 2 7 – 75 % 25 % 4")
                .as("rates are not known yet")
                .contains("web – – – 7 29 % 86 % 14 % 3");
    }

    @Test
    void anOpenPageHearsOfHandshakesASecond() throws Exception {
        try (LiveReader reader = viewer.live("dispatcher")) {
            reader.until("event: cells");
            viewer.control.requests = new ByProtocol(8_000_030, 10);
            viewer.control.handshakes = new HandshakeCounts(1, 0, 1_000_004, 2_000_002, 4_000_003);
            String cells = reader.until("\"listener/web/tls/handshakes\":\"3,000,007\"");

            assertThat(List.of(rate(cells, "tls/resumedrate"), rate(cells, "tls/failedrate"), rate(cells, "rate")))
                    .as(cells)
                    .satisfiesExactly(
                            resumed -> assertThat(resumed / rate(cells, "tls/fullrate"))
                                    .isBetween(1.99, 2.01),
                            failed -> assertThat(failed / rate(cells, "tls/fullrate"))
                                    .isBetween(3.99, 4.01),
                            requests -> assertThat(requests / rate(cells, "tls/fullrate"))
                                    .isBetween(7.99, 8.01));
        }
    }

    private static double rate(String cells, String name) {
        return Double.parseDouble(cells.replaceFirst("(?s).*\"listener/web/" + name + "\":\"([0-9,.]+)\".*", "$1")
                .replace(",", ""));
    }

    @Test
    void certificatesHaveNamesExpiryAndFile() throws Exception {
        assertThat(viewer.text(PAGE))
                .contains("shop.example.org EC 2099-12-03T16:53:20Z expires in ")
                .contains(" days shop.pem ")
                .doesNotContain("Put a renewed one");
    }

    @Test
    void aCertificateThatExpiresIsSaidOnBothPages() throws Exception {
        expiring(5 * DAY_MS + 60_000);

        for (String path : List.of(PAGE, "/console")) {
            assertThat(viewer.text(path))
                    .as(path)
                    .contains("The certificate of shop.example.org expires in 5 days")
                    .contains("Put a renewed one into /tls/shop.pem : it is read at once")
                    .doesNotContain("refuse it");
        }
    }

    @Test
    void aCertificateThatHasExpiredIsAnError() throws Exception {
        expiring(-3 * DAY_MS);

        assertThat(viewer.text("/console"))
                .contains("The certificate of shop.example.org expired 3 days ago", "Browsers and programs refuse it.");
        assertThat(viewer.get("/console").body()).contains("<div class=\"wrong\"");
    }

    @Test
    void aCertificateByAcmeIsNotPutIntoAFile() throws Exception {
        expiring(5 * DAY_MS);
        viewer.control.issues = List.of(new IssueView(List.of("shop.example.org"), false, 0, 0, 1, 2, 0, "timeout"));

        assertThat(viewer.text("/console"))
                .contains("It is renewed by ACME, which has not succeeded yet: what became of it")
                .doesNotContain("Put a renewed one");
    }

    @Test
    void anOpenOverviewHearsOfExpiry() throws Exception {
        try (LiveReader reader = viewer.live("overview")) {
            String none = "\"all/notices\":\"" + Integer.toHexString(List.of().hashCode()) + "\"";
            assertThat(reader.until("event: cells")).contains(none);
            expiring(DAY_MS);
            assertThat(reader.until("\"all/notices\":\"")).doesNotContain(none);
        }
    }

    @Test
    void plainListenersSayHowToTurnTlsOn() throws Exception {
        viewer.control.certificates = List.of();

        assertThat(viewer.text(PAGE)).contains("No listener speaks TLS").doesNotContain("Handshakes", "Certificates");
        assertThat(viewer.get("/console/docs?page=docs/guides/tls.md").status())
                .as("the page that the hint links")
                .isEqualTo(200);
    }

    @Test
    void certificatesByAcmeSayWhatBecameOfThem() throws Exception {
        viewer.control.issues = List.of(new IssueView(
                List.of("a.example.org", "b.example.org"), true, 0, 0, 0, 2, 4_100_000_000_000L, "port 80 is closed"));

        assertThat(viewer.text(PAGE))
                .contains(
                        "a.example.org, b.example.org not issued yet – 2099-12-03T16:53:20Z 2 port 80 is closed",
                        "Certificates got by ACME");
    }
}
