// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import io.evenkeel.dispatcher.node.Decision.Candidate;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The candidates of a choice that a page shows, at most {@value #MOST} of them. All are in their own order where they
 * fit; else the chosen node is first, that of the other policy second, then come those that could take the task, the
 * least score first and those without a score behind them, and then the others in the same order.
 *
 * @param numbers of the candidates in the decision, counted from 0
 * @param from the place of the first, counted from 0
 * @param all number of all candidates
 */
public record CandidatePage(List<Integer> numbers, int from, int all) {

    public static final int MOST = 100;

    public CandidatePage {
        numbers = List.copyOf(numbers);
    }

    /** @param from the place of the first one wanted; the last page when there are not so many */
    static CandidatePage of(DecisionRow row, long from) {
        List<Candidate> candidates = row.decision().candidates();
        int all = candidates.size();
        IntStream own = IntStream.range(0, all);
        if (all <= MOST) {
            return new CandidatePage(own.boxed().toList(), 0, all);
        }
        int first = (int) Math.min(Math.max(0, from), (all - 1) / MOST * (long) MOST);
        Comparator<Integer> order = Comparator.comparingInt(number -> rank(row, candidates.get(number)));
        List<Integer> numbers = own.boxed()
                .sorted(order.thenComparingDouble(
                        number -> candidates.get(number).score()))
                .skip(first)
                .limit(MOST)
                .toList();
        return new CandidatePage(numbers, first, all);
    }

    private static int rank(DecisionRow row, Candidate each) {
        if (each.node().equals(row.decision().node())) {
            return 0;
        }
        if (row.asked() && each.node().equals(row.otherNode())) {
            return 1;
        }
        return each.eligible() ? 2 : 3;
    }

    /** True when not all candidates are on this page. */
    public boolean isPart() {
        return all > numbers.size();
    }

    /** The place behind the last one, counted from 0. */
    public int to() {
        return from + numbers.size();
    }
}
