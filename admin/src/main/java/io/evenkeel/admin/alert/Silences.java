// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import io.evenkeel.admin.alert.rule.Alert;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The silences that have not ended; one caller at a time. */
final class Silences {

    static final int MOST = 1_000;

    private static final int ID_OCTETS = 6;

    private final Map<String, AlertSilence> silences = new LinkedHashMap<>();
    private final SecureRandom random = new SecureRandom();

    /** A new word for one. */
    String newId() {
        byte[] octets = new byte[ID_OCTETS];
        random.nextBytes(octets);
        return HexFormat.of().formatHex(octets);
    }

    /** False when there are too many. */
    boolean add(AlertSilence silence) {
        if (silences.size() >= MOST) {
            return false;
        }
        silences.put(silence.id(), silence);
        return true;
    }

    /** The one that was taken away; null when there is none. */
    @Nullable
    AlertSilence remove(String id) {
        return silences.remove(id);
    }

    /** Forgets those that have ended; true when there was one. */
    boolean expire(long wallMs) {
        return silences.values().removeIf(each -> each.untilMs() <= wallMs);
    }

    /** The first one that an alert fits; null when nobody silenced it. */
    @Nullable
    AlertSilence of(Alert alert) {
        return silences.values().stream()
                .filter(each -> each.fits(alert))
                .findFirst()
                .orElse(null);
    }

    List<AlertSilence> all() {
        return List.copyOf(silences.values());
    }
}
