// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.DispatcherView;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A certificate that should be renewed.
 *
 * @param listener that shows it
 * @param expired true when clients refuse it
 * @param byItself true when it is got by ACME and should have been renewed by itself
 */
public record ExpiryNotice(String listener, CertificateView certificate, boolean expired, boolean byItself) {

    /**
     * The certificates of all listeners for which a warning is due, those that have expired first.
     *
     * @param issues those that are got by ACME
     */
    static List<ExpiryNotice> of(DispatcherView dispatcher, List<IssueView> issues, long nowMs) {
        Set<Set<String>> got =
                issues.stream().map(each -> Set.copyOf(each.names())).collect(Collectors.toSet());
        return dispatcher.listeners().stream()
                .flatMap(listener -> listener.certificates().stream()
                        .filter(each -> each.warning(nowMs) != CertificateView.NOT_DUE)
                        .map(each -> new ExpiryNotice(
                                listener.name(),
                                each,
                                each.expiresMs() <= nowMs,
                                got.contains(Set.copyOf(List.of(each.names().split(", ")))))))
                .sorted((one, other) -> Boolean.compare(other.expired(), one.expired()))
                .toList();
    }

    /** The time until a certificate expires, or since it has, as in {@code expires in 12 days}. */
    public static String left(CertificateView certificate, long nowMs) {
        long ms = certificate.expiresMs() - nowMs;
        return ms <= 0 ? "expired " + time(-ms) + " ago" : "expires in " + time(ms);
    }

    private static String time(long ms) {
        long days = TimeUnit.MILLISECONDS.toDays(ms);
        if (days == 0) {
            return FigureTexts.span(ms);
        }
        return days == 1 ? "1 day" : days + " days";
    }
}
