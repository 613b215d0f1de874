// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.condition;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.RequestHead;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A field that a head must have, with any value or one value. Immutable; allocates nothing to be compared. */
public final class FieldCondition {

    private final byte[] name;
    private final byte @Nullable [] value;

    private FieldCondition(byte[] name, byte @Nullable [] value) {
        this.name = name;
        this.value = value;
    }

    /**
     * A condition as settings have it.
     *
     * @param written {@code Name} for any value, or {@code Name: value}; null for no condition
     */
    public static @Nullable FieldCondition of(@Nullable String written) {
        if (written == null) {
            return null;
        }
        int colon = written.indexOf(':');
        String name = colon < 0 ? written : written.substring(0, colon);
        return new FieldCondition(
                Octets.ascii(name.toLowerCase(Locale.ROOT)),
                colon < 0 ? null : Octets.ascii(written.substring(colon + 1).strip()));
    }

    /** True when a line of the head has the name, and the value if one is asked for. */
    public boolean fits(RequestHead head) {
        for (int line = 0; line < head.fields(); line++) {
            if (head.isNamed(line, name) && hasValue(head, line)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasValue(RequestHead head, int line) {
        return value == null
                || Arrays.equals(head.octets(), head.valueAt(line), head.valueEnd(line), value, 0, value.length);
    }
}
