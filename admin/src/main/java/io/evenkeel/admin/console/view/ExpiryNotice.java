// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.control.CertificateView;
import io.evenkeel.dispatcher.control.DispatcherView;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate that should be renewed.
 *
 * @param listener that shows it
 * @param expired true when clients refuse it
 */
public record ExpiryNotice(String listener, CertificateView certificate, boolean expired) {

    /** The certificates of all listeners for which a warning is due, those that have expired first. */
    static List<ExpiryNotice> of(DispatcherView dispatcher, long nowMs) {
        return dispatcher.listeners().stream()
                .flatMap(listener -> listener.certificates().stream()
                        .filter(each -> each.warning(nowMs) != CertificateView.NOT_DUE)
                        .map(each -> new ExpiryNotice(listener.name(), each, each.expiresMs() <= nowMs)))
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
        return days < 2 ? FigureTexts.span(ms) : days + " days";
    }
}
