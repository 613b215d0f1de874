// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ExpiryWatchTest {

    private static final long DAY_MS = Duration.ofDays(1).toMillis();
    private static final long END_MS = 2_000 * DAY_MS;
    private static final int MOST = 100;

    private final EventLog events = new EventLog();
    private final ExpiryWatch watch = new ExpiryWatch(events.listener(), "/acme/shop.pem"::equals);

    private static Map<String, List<CertificateView>> certificate(int lifeDays) {
        return Map.of(
                "web",
                List.of(new CertificateView(
                        "shop.example.org", "ec", "/tls/shop.pem", END_MS - lifeDays * DAY_MS, END_MS)));
    }

    private List<String> said(int lifeDays, double daysBefore) {
        int before = events.recent(MOST).size();
        watch.look(certificate(lifeDays), END_MS - (long) (daysBefore * DAY_MS));
        List<Event> now = events.recent(MOST);
        return now.subList(0, now.size() - before).stream().map(Event::message).toList();
    }

    @Test
    void saysEachTimeOnce() {
        assertThat(said(90, 31)).isEmpty();
        assertThat(said(90, 30)).singleElement().asString().contains("expires within 30 days", "/tls/shop.pem");
        assertThat(said(90, 29)).isEmpty();
        assertThat(said(90, 7)).singleElement().asString().contains("expires within 7 days");
        assertThat(said(90, 1)).singleElement().asString().contains("expires within a day");
        assertThat(said(90, 0)).singleElement().asString().contains("has expired on 1975-06-24");
        assertThat(said(90, -5)).isEmpty();
    }

    @Test
    void aCertificateOfAFewDaysIsNotLateAtOnce() {
        assertThat(said(6, 6)).isEmpty();
        assertThat(said(6, 3)).isEmpty();
        assertThat(said(6, 1)).hasSize(1);
    }

    @Test
    void namesTheRemedyForACertificateThatIsRenewedByItself() {
        watch.look(
                Map.of("web", List.of(new CertificateView("a", "ec", "/acme/shop.pem", END_MS - 90 * DAY_MS, END_MS))),
                END_MS - DAY_MS);

        assertThat(events.recent(MOST))
                .singleElement()
                .extracting(Event::message)
                .asString()
                .endsWith("; it could not be renewed, see the messages about this certificate");
    }

    @Test
    void aStartWithAnExpiredCertificateSaysOnlyThat() {
        assertThat(said(90, -1)).singleElement().asString().contains("has expired");
    }

    @Test
    void aRenewedCertificateBeginsAgain() {
        assertThat(said(90, 1)).hasSize(1);
        watch.look(Map.of(), END_MS);
        assertThat(said(90, 1)).hasSize(1);
    }
}
