// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.octets;

/** Texts as JSON writes them. */
public final class JsonText {

    private static final String HEX = "0123456789abcdef";

    private JsonText() {}

    /**
     * Writes a text in quotation marks, with everything escaped that JSON or an HTML page around it would trip over.
     */
    public static void quote(CharSequence text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '<' || c == '>' || c == '&' || c >= 0x7f) {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(HEX.charAt((c >> shift) & 15));
                }
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
