// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.console.diff.DiffLine.Kind;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LineDiffTest {

    private static final long SEED = Long.getLong("seed", 1);

    private static List<String> shown(String before, String after) {
        return LineDiff.between(before, after).stream()
                .map(line -> line.kind().sign() + line.text())
                .toList();
    }

    private static String numbers(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> i + "\n").collect(Collectors.joining());
    }

    @Test
    void showsTheChangedLineWithThreeAround() {
        List<DiffLine> diff = LineDiff.between(numbers(1, 20), numbers(1, 20).replace("\n10\n", "\nten\n"));

        assertThat(shown(numbers(1, 20), numbers(1, 20).replace("\n10\n", "\nten\n")))
                .containsExactly(
                        "…6 lines as before",
                        " 7",
                        " 8",
                        " 9",
                        "−10",
                        "+ten",
                        " 11",
                        " 12",
                        " 13",
                        "…7 lines as before");
        assertThat(diff.get(4)).isEqualTo(new DiffLine(Kind.REMOVED, 10, 0, "10"));
        assertThat(diff.get(5)).isEqualTo(new DiffLine(Kind.ADDED, 0, 10, "ten"));
    }

    @Test
    void isEmptyForTheSameTextWhateverTheEndsOfLines() {
        assertThat(shown("a\nb\n", "a\r\nb\r\n")).isEmpty();
        assertThat(shown("", "")).isEmpty();
    }

    @Test
    void saysThatTheLastLineLostItsEnd() {
        assertThat(shown("a\n", "a")).containsExactly(" a", "+\\ no end of line");
    }

    @Test
    void isShortestForMovedAndRepeatedLines() {
        assertThat(shown("a\nb\nc\n", "b\nc\na\n")).containsExactly("−a", " b", " c", "+a");
        assertThat(shown("x\nx\nx\n", "x\nx\n")).hasSize(3);
        assertThat(shown("", "a\n")).containsExactly("+a");
    }

    @Test
    void leadsFromAnyTextToAnyOther() {
        SplittableRandom random = new SplittableRandom(SEED);
        List<Pair> pairs = Stream.generate(() -> new Pair(text(random), text(random)))
                .filter(pair -> !pair.before().equals(pair.after()))
                .filter(pair -> pair.diff().stream().noneMatch(line -> line.kind() == Kind.LEFT_OUT))
                .limit(300)
                .toList();
        for (Pair pair : pairs) {
            assertThat(side(pair.diff(), Kind.ADDED)).as("seed %d", SEED).isEqualTo(pair.before());
            assertThat(side(pair.diff(), Kind.REMOVED)).as("seed %d", SEED).isEqualTo(pair.after());
        }
    }

    private record Pair(String before, String after) {
        List<DiffLine> diff() {
            return LineDiff.between(before, after);
        }
    }

    @Test
    void replacesAllWhereTooMuchDiffers() {
        List<DiffLine> diff = LineDiff.between(numbers(1, 3000), numbers(3001, 6000));

        assertThat(diff).hasSize(6000);
        assertThat(diff.get(0).kind()).isEqualTo(Kind.REMOVED);
        assertThat(diff.get(5999).kind()).isEqualTo(Kind.ADDED);
    }

    private static String text(SplittableRandom random) {
        return random.ints(random.nextInt(9), 'a', 'e')
                .mapToObj(letter -> (char) letter + "\n")
                .collect(Collectors.joining());
    }

    /** The text without the lines of a kind. */
    private static String side(List<DiffLine> diff, Kind without) {
        return diff.stream()
                .filter(line -> line.kind() != without)
                .map(line -> line.text() + "\n")
                .collect(Collectors.joining());
    }
}
