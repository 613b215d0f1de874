// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;

/**
 * One key of a section.
 *
 * @param absent the meaning of its absence
 * @param fallback with {@link Absent#DEFAULT} the text of the default, with {@link Absent#SAME} the key whose value
 *     is taken
 * @param meaning one sentence for people
 * @param secret no value is shown that stands here or below
 */
public record Key(String name, ValueType type, Absent absent, String fallback, String meaning, boolean secret) {

    public static Key required(String name, ValueType type, String meaning) {
        return new Key(name, type, Absent.ERROR, "", meaning, false);
    }

    public static Key optional(String name, ValueType type, String meaning) {
        return new Key(name, type, Absent.NOTHING, "", meaning, false);
    }

    public static Key of(String name, Word<?> type, String fallback, String meaning) {
        return new Key(name, type, Absent.DEFAULT, fallback, meaning, false);
    }

    public static Key of(String name, Section type, String meaning) {
        return new Key(name, type, Absent.DEFAULT, "", meaning, false);
    }

    static Key same(String name, Word<?> type, String other, String meaning) {
        return new Key(name, type, Absent.SAME, other, meaning, false);
    }

    Key asSecret() {
        return new Key(name, type, absent, fallback, meaning, true);
    }

    /** The meaning of a key's absence. */
    public enum Absent {
        /** The file is wrong. */
        ERROR,
        /** The feature is not used. */
        NOTHING,
        /** A default applies; for a section the defaults of all its keys. */
        DEFAULT,
        /** The value of another key of the same section applies. */
        SAME
    }
}
