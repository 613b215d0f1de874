// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import java.util.regex.Pattern;

/** The characters that names, addresses and texts of a message may have. */
final class Plain {

    /** Most characters of a text. */
    static final int MOST_TEXT = 200;

    static final String NAME_RULE = "1 to 64 letters, digits, dots, dashes and underscores";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern ADDRESS =
            Pattern.compile("(?:[A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])?:[0-9]{1,5}");
    private static final int MOST_PORT = 65535;
    private static final int SHOWN = 40;

    private Plain() {}

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean isAddress(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return false;
        }
        int port = Integer.parseInt(text.substring(text.lastIndexOf(':') + 1));
        return port > 0 && port <= MOST_PORT;
    }

    /**
     * The text on one line, as far as it may be shown in a log: what moves a cursor or turns the direction becomes a
     * blank.
     */
    static String line(String text) {
        int length = Math.min(MOST_TEXT, text.length());
        StringBuilder out = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            out.append(isShown(c) ? c : ' ');
        }
        return out.toString();
    }

    /**
     * Insists on something.
     *
     * @throws IllegalArgumentException with field, value and rule, short and on one line
     */
    static void require(boolean good, String field, Object value, String rule) {
        if (!good) {
            String shown = line(value.toString());
            String cut = shown.length() > SHOWN ? shown.substring(0, SHOWN) + "..." : shown;
            throw new IllegalArgumentException(field + " is '" + cut + "'; it has to be " + rule);
        }
    }

    private static boolean isShown(char c) {
        switch (Character.getType(c)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
            case Character.SURROGATE:
            case Character.UNASSIGNED:
                return false;
            default:
                return true;
        }
    }
}
