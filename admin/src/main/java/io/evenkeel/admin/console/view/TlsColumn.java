// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

import io.evenkeel.dispatcher.metrics.HandshakeCounts;
import java.util.function.ToDoubleBiFunction;

/** A figure of a listener's TLS handshakes: its key, heading and help, and how it is shown. */
@SuppressWarnings("ImmutableEnumChecker") // its functions have no state
public enum TlsColumn {
    FULL_RATE("fullrate", "Full / s", "Handshakes with a signature, each second", false, (counts, now) -> now.full()),
    RESUMED_RATE(
            "resumedrate",
            "Resumed / s",
            "Handshakes that continue an earlier session, each second; they cost a fraction of a full one",
            false,
            (counts, now) -> now.resumed()),
    FAILED_RATE(
            "failedrate",
            "Failed / s",
            "Handshakes that do not succeed, each second",
            false,
            (counts, now) -> now.failed()),
    HANDSHAKES("handshakes", "Handshakes", "All that have succeeded", false, (counts, now) -> counts.total()),
    RESUMED(
            "resumed",
            "Resumed",
            "The share of them that continued an earlier session",
            true,
            (counts, now) -> share(counts.resumed(), counts)),
    TLS13("tls13", "TLS 1.3", "The share of them with TLS 1.3", true, (counts, now) -> share(counts.tls13(), counts)),
    TLS12("tls12", "TLS 1.2", "The share of them with TLS 1.2", true, (counts, now) -> share(counts.tls12(), counts)),
    FAILED(
            "failed",
            "Failed",
            "Handshakes that did not succeed; the metrics count them by reason",
            false,
            (counts, now) -> counts.failed());

    private final String key;
    private final String heading;
    private final String help;
    private final boolean isShare;
    private final ToDoubleBiFunction<HandshakeCounts, ListenerRates> figure;

    TlsColumn(
            String key,
            String heading,
            String help,
            boolean isShare,
            ToDoubleBiFunction<HandshakeCounts, ListenerRates> figure) {
        this.key = key;
        this.heading = heading;
        this.help = help;
        this.isShare = isShare;
        this.figure = figure;
    }

    public String key() {
        return key;
    }

    public String heading() {
        return heading;
    }

    public String help() {
        return help;
    }

    String text(HandshakeCounts counts, ListenerRates now) {
        double value = figure.applyAsDouble(counts, now);
        return isShare ? FigureTexts.share(value) : FigureTexts.number(value);
    }

    private static double share(long part, HandshakeCounts counts) {
        return counts.total() == 0 ? Double.NaN : (double) part / counts.total();
    }
}
