// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.text.Octets;

/** An item of a list in a field's value that never passes, while the items beside it do, octet by octet. */
enum UnwantedItem {
    /**
     * The session of Evenkeel's own console in a {@code Cookie} field. Cookies do not know ports, so a browser sends
     * it to every server of the console's host name, and its holder is an administrator. Nobody else may use the
     * name {@code evenkeel-…}; that of affinity has no dash and passes.
     */
    CONSOLE_SESSION(';') {
        @Override
        boolean matches(byte[] octets, int from, int to) {
            return Octets.startsWith(octets, from, to, SESSION) || Octets.startsWith(octets, from, to, HOST_SESSION);
        }
    },

    /** The load report among the fields that {@code Trailer} announces. */
    LOAD_REPORT(',') {
        @Override
        boolean matches(byte[] octets, int from, int to) {
            byte name = to > from ? FieldName.of(octets, from, to) : FieldName.OTHER;
            return name == FieldName.LOAD_REPORT || name == FieldName.LOAD_REPORT_BINARY;
        }
    };

    private static final byte[] SESSION = Octets.ascii("evenkeel-");
    private static final byte[] HOST_SESSION = Octets.ascii("__Host-evenkeel-");
    private static final byte[] COLON = Octets.ascii(": ");

    private final byte separator;

    UnwantedItem(char separator) {
        this.separator = (byte) separator;
    }

    /** True when the item {@code [from, to)}, without white space around it, may not pass. */
    abstract boolean matches(byte[] octets, int from, int to);

    /** True when one is in the value {@code [from, to)}. */
    boolean isIn(byte[] octets, int from, int to) {
        for (int at = from; at < to; ) {
            int end = Octets.indexOf(octets, at, to, separator);
            if (unwanted(octets, at, end)) {
                return true;
            }
            at = end + 1;
        }
        return false;
    }

    private boolean unwanted(byte[] octets, int at, int end) {
        int from = Octets.afterBlanks(octets, at, end);
        int to = Octets.beforeBlanks(octets, from, end);
        return matches(octets, from, to);
    }

    /** Writes line {@code k} without such items; nothing when no other item is in it. */
    void copyWithout(byte[] octets, FieldLines lines, int k, HeadBuffer out) {
        int to = lines.valueEnd[k];
        boolean any = false;
        for (int at = lines.valueAt[k]; at < to; ) {
            int end = Octets.indexOf(octets, at, to, separator);
            if (!unwanted(octets, at, end)) {
                int from = at;
                if (any) {
                    out.add(separator);
                } else {
                    from = Octets.afterBlanks(octets, from, end);
                    if (from == end) {
                        at = end + 1;
                        continue;
                    }
                    out.add(octets, lines.at[k], lines.nameEnd[k]);
                    out.add(COLON);
                }
                out.add(octets, from, end);
                any = true;
            }
            at = end + 1;
        }
        if (any) {
            out.endLine();
        }
    }
}
