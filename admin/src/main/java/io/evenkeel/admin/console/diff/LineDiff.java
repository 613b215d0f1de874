// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.diff;

import io.evenkeel.admin.console.diff.DiffLine.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines that lead from one text to another, by the longest common subsequence of those between the first and the
 * last that differ.
 *
 * <p>If that would need more than {@value #MOST_CELLS} comparisons, all of them count as removed and added: longer than
 * necessary, and still right. At most {@value #MOST_SHOWN} lines are shown. Ends of lines are not compared, but a
 * missing one at the end of the text is shown.
 */
public final class LineDiff {

    private static final int MOST_CELLS = 4_000_000;
    private static final int AROUND = 3;
    private static final int MOST_SHOWN = 10_000;
    private static final String NO_END = "\\ no end of line";

    private final List<String> before;
    private final List<String> after;
    private final List<DiffLine> all = new ArrayList<>();

    private LineDiff(String before, String after) {
        this.before = lines(before);
        this.after = lines(after);
    }

    /** The changed lines with {@value #AROUND} around each; empty when there is no difference. */
    public static List<DiffLine> between(String before, String after) {
        LineDiff diff = new LineDiff(before, after);
        diff.compare();
        return shortened(diff.all);
    }

    private static List<String> lines(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(text.split("\r\n|[\n\r]", -1)));
        int last = lines.size() - 1;
        if (lines.get(last).isEmpty()) {
            lines.remove(last);
        } else {
            lines.add(NO_END);
        }
        return lines;
    }

    private void compare() {
        int from = 0;
        int end = Math.min(before.size(), after.size());
        while (from < end && before.get(from).equals(after.get(from))) {
            from++;
        }
        int same = 0;
        while (same < end - from && before.get(before.size() - 1 - same).equals(after.get(after.size() - 1 - same))) {
            same++;
        }
        for (int i = 0; i < from; i++) {
            both(i, i);
        }
        middle(from, before.size() - same, after.size() - same);
        for (int i = same; i > 0; i--) {
            both(before.size() - i, after.size() - i);
        }
    }

    private void middle(int from, int beforeEnd, int afterEnd) {
        int rows = beforeEnd - from;
        int columns = afterEnd - from;
        int[][] common = (long) rows * columns > MOST_CELLS ? new int[0][] : common(from, rows, columns);
        int row = 0;
        int column = 0;
        while (row < rows || column < columns) {
            if (common.length > 0
                    && row < rows
                    && column < columns
                    && before.get(from + row).equals(after.get(from + column))) {
                both(from + row++, from + column++);
            } else if (row < rows
                    && (column == columns
                            || common.length == 0
                            || common[row + 1][column] >= common[row][column + 1])) {
                all.add(new DiffLine(Kind.REMOVED, from + row + 1, 0, before.get(from + row)));
                row++;
            } else {
                all.add(new DiffLine(Kind.ADDED, 0, from + column + 1, after.get(from + column)));
                column++;
            }
        }
    }

    /** The most lines that two tails have in common. */
    private int[][] common(int from, int rows, int columns) {
        int[][] common = new int[rows + 1][columns + 1];
        for (int row = rows - 1; row >= 0; row--) {
            for (int column = columns - 1; column >= 0; column--) {
                common[row][column] = before.get(from + row).equals(after.get(from + column))
                        ? common[row + 1][column + 1] + 1
                        : Math.max(common[row + 1][column], common[row][column + 1]);
            }
        }
        return common;
    }

    private void both(int beforeIndex, int afterIndex) {
        all.add(new DiffLine(Kind.SAME, beforeIndex + 1, afterIndex + 1, after.get(afterIndex)));
    }

    private static List<DiffLine> shortened(List<DiffLine> all) {
        boolean[] near = new boolean[all.size()];
        boolean differs = false;
        for (int i = 0; i < near.length; i++) {
            if (all.get(i).kind() != Kind.SAME) {
                differs = true;
                for (int j = Math.max(0, i - AROUND); j < Math.min(near.length, i + AROUND + 1); j++) {
                    near[j] = true;
                }
            }
        }
        List<DiffLine> shown = new ArrayList<>();
        if (!differs) {
            return shown;
        }
        int hidden = 0;
        for (int i = 0; i < near.length; i++) {
            if (!near[i]) {
                hidden++;
                continue;
            }
            leaveOut(hidden, shown);
            hidden = 0;
            if (shown.size() >= MOST_SHOWN) {
                leaveOutRest(all.subList(i, all.size()), shown);
                return shown;
            }
            shown.add(all.get(i));
        }
        leaveOut(hidden, shown);
        return shown;
    }

    private static void leaveOutRest(List<DiffLine> rest, List<DiffLine> shown) {
        long removed = rest.stream().filter(line -> line.kind() == Kind.REMOVED).count();
        long added = rest.stream().filter(line -> line.kind() == Kind.ADDED).count();
        shown.add(new DiffLine(
                Kind.LEFT_OUT, 0, 0, "not shown: " + removed + " more lines that go and " + added + " that come"));
    }

    private static void leaveOut(int lines, List<DiffLine> shown) {
        if (lines > 0) {
            shown.add(new DiffLine(Kind.LEFT_OUT, 0, 0, lines + (lines == 1 ? " line" : " lines") + " as before"));
        }
    }
}
