// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds assertions that may be left out: those in a branch of an {@code if} when another branch, or the absent
 * {@code else}, has none. The formatter's indentation tells where branches begin and end.
 */
final class ConditionalAssertions {

    private static final Pattern IF = Pattern.compile("^( *)if [(].*");
    private static final String ASSERTION = "assertThat";

    private ConditionalAssertions() {}

    /** True when a text in Java has such an assertion. */
    static boolean isIn(String text) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher start = IF.matcher(lines.get(i));
            if (start.matches() && mayLeaveOut(lines, i, start.group(1))) {
                return true;
            }
        }
        return false;
    }

    /** Follows an {@code if} through its branches to their end. */
    private static boolean mayLeaveOut(List<String> lines, int from, String indent) {
        int i = from;
        while (i < lines.size() && !lines.get(i).endsWith("{") && !lines.get(i).endsWith(";")) {
            i++;
        }
        List<Boolean> branches = new ArrayList<>();
        boolean asserts = false;
        boolean otherwise = false;
        for (i++; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.startsWith(indent + "}")) {
                asserts |= line.contains(ASSERTION);
                continue;
            }
            branches.add(asserts);
            asserts = false;
            otherwise |= line.endsWith("} else {");
            if (!line.contains(" else ")) {
                break;
            }
        }
        return branches.contains(true) && (branches.contains(false) || !otherwise);
    }
}
