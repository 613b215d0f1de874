// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.util.List;

/**
 * The time for which figures are kept, and the step between them.
 *
 * @param stepS seconds that one row stands for
 * @param rows the number of rows
 */
record Span(int stepS, int rows) {

    /** All, the finest first: a second for an hour, 10 seconds for a day, a minute for a week, an hour for a year. */
    static final List<Span> ALL =
            List.of(new Span(1, 3600), new Span(10, 8640), new Span(60, 10_080), new Span(3600, 8784));

    /** The finest that reaches back to a time; the coarsest where none does. */
    static Span reaching(long fromS, long nowS) {
        return ALL.stream()
                .filter(span -> nowS - fromS <= (long) span.stepS * span.rows)
                .findFirst()
                .orElse(ALL.get(ALL.size() - 1));
    }
}
