// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.log.EventLogger;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Says in the event log each {@linkplain CertificateView#warning warning} before a certificate expires. One thread. */
final class ExpiryWatch {

    private final EventLogger log;
    private final Predicate<String> renewed;

    /** The least time before expiry that was said, in days, by listener and file. */
    private Map<String, Long> said = new HashMap<>();

    /** @param renewed true for the files of certificates that are renewed while the dispatcher runs */
    ExpiryWatch(EventLogger log, Predicate<String> renewed) {
        this.log = log;
        this.renewed = renewed;
    }

    /** Says what is new about the certificates in force, by listener. */
    void look(Map<String, List<CertificateView>> certificates, long nowMs) {
        Map<String, Long> now = new HashMap<>();
        certificates.forEach((listener, all) -> {
            for (CertificateView each : all) {
                String key = listener + " " + each.file() + " " + each.expiresMs();
                long before = said.getOrDefault(key, CertificateView.NOT_DUE);
                long due = each.warning(nowMs);
                if (due < before) {
                    say(listener, each, due);
                }
                now.put(key, Math.min(due, before));
            }
        });
        said = now;
    }

    private void say(String listener, CertificateView certificate, long days) {
        String what = "the certificate of " + certificate.names() + " on listener " + listener;
        String day = Identity.day(Instant.ofEpochMilli(certificate.expiresMs()));
        String remedy = renewed.test(certificate.file())
                ? "; it could not be renewed, see the messages about this certificate"
                : "; put a renewed one into " + certificate.file();
        if (days == 0) {
            log.error(what + " has expired on " + day + remedy);
        } else if (days == 1) {
            log.error(what + " expires within a day, on " + day + remedy);
        } else {
            log.warn(what + " expires within " + days + " days, on " + day + remedy);
        }
    }
}
