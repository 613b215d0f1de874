// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import org.jspecify.annotations.Nullable;

/**
 * A published statement beside ours.
 *
 * @param cell the one cell whose figure in a table is the statement; null when it is a sentence about several
 * @param sentence of the paper, or as near to its words as a line allows
 * @param where in the paper, {@code table 12}
 * @param published its figure, in words
 * @param ours measured result, in words
 * @param interval of ours; without one after a single run
 */
public record Claim(
        @Nullable CellKey cell,
        String sentence,
        String where,
        String published,
        String ours,
        ConfidenceInterval interval,
        ClaimVerdict verdict) {}
