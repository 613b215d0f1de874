// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import java.util.List;

/**
 * The works of others that the program ships or starts.
 *
 * @param licence by its SPDX name, or a sentence where there is a choice
 * @param remark empty for none
 */
public record Acknowledgement(String name, String licence, String address, String remark) {

    /** Reads the indented lines of a NOTICE: name, licence and address, with two blanks or more between them. */
    static List<Acknowledgement> in(String notice) {
        return notice.lines()
                .filter(line -> line.startsWith("  "))
                .map(Acknowledgement::of)
                .toList();
    }

    private static Acknowledgement of(String line) {
        String[] parts = line.strip().split(" {2,}", 3);
        if (parts.length < 3) {
            throw new IllegalStateException("NOTICE: a name, a licence and an address, not '" + line + "'");
        }
        int end = parts[2].indexOf(", ");
        return new Acknowledgement(
                parts[0],
                parts[1],
                end < 0 ? parts[2] : parts[2].substring(0, end),
                end < 0 ? "" : parts[2].substring(end + 2));
    }
}
