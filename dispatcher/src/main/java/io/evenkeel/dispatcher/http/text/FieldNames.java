// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.text;

import io.evenkeel.config.text.Octets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A set of field names, asked about octets: without regard to case, and with underscores read as dashes, because
 * servers that turn names into variables cannot tell {@code X_User} from {@code X-User}. Immutable.
 */
public final class FieldNames {

    /** The set of no name. */
    public static final FieldNames NONE = new FieldNames(List.of(), false);

    /** The set of every name. */
    public static final FieldNames ALL = new FieldNames(List.of(), true);

    private static final int LONGEST_TOLD_APART = 63;

    private final byte[][] names;
    /** Bit n says that a name of n octets is in the set; the last bit stands for all longer ones too. */
    private final long lengths;

    private final boolean all;

    private FieldNames(List<String> names, boolean all) {
        this.all = all;
        this.names = names.stream().map(FieldNames::plain).toArray(byte[][]::new);
        long bits = all ? -1 : 0;
        for (byte[] name : this.names) {
            bits |= bit(name.length);
        }
        lengths = bits;
    }

    public static FieldNames of(List<String> names) {
        return names.isEmpty() ? NONE : new FieldNames(names, false);
    }

    /** These names and others. Allocates. */
    public FieldNames with(List<String> others) {
        List<String> both = new ArrayList<>(others);
        for (byte[] name : names) {
            both.add(new String(name, StandardCharsets.ISO_8859_1));
        }
        return new FieldNames(both, all);
    }

    private static byte[] plain(String name) {
        return Octets.ascii(name.toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static long bit(int length) {
        return 1L << Math.min(length, LONGEST_TOLD_APART);
    }

    /** True when the name {@code [from, to)} is in the set. */
    public boolean has(byte[] octets, int from, int to) {
        if ((lengths & bit(to - from)) == 0) {
            return false;
        }
        for (byte[] name : names) {
            if (Octets.equalsLoosely(octets, from, to, name)) {
                return true;
            }
        }
        return all;
    }
}
