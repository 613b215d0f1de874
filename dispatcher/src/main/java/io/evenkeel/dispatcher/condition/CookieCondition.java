// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.condition;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.RequestHead;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A cookie that a request must have, with any value or one value. Immutable. */
public final class CookieCondition {

    private final String name;
    private final byte @Nullable [] value;

    private CookieCondition(String name, byte @Nullable [] value) {
        this.name = name;
        this.value = value;
    }

    /**
     * A condition as settings have it.
     *
     * @param written {@code name} for any value, or {@code name=value}; null for no condition
     */
    public static @Nullable CookieCondition of(@Nullable String written) {
        if (written == null) {
            return null;
        }
        int equals = written.indexOf('=');
        return equals < 0
                ? new CookieCondition(written, null)
                : new CookieCondition(written.substring(0, equals), Octets.ascii(written.substring(equals + 1)));
    }

    /** A reader of the cookies of this name, for one thread. */
    public CookieReader reader() {
        return new CookieReader(name);
    }

    /**
     * True when the request has the cookie, with the value if one is asked for.
     *
     * @param reader one that {@link #reader} gave
     */
    public boolean fits(RequestHead head, CookieReader reader) {
        for (boolean found = reader.first(head); found; found = reader.next(head)) {
            if (value == null
                    || Arrays.equals(head.octets(), reader.valueAt(), reader.valueEnd(), value, 0, value.length)) {
                return true;
            }
        }
        return false;
    }
}
