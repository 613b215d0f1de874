// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Locale;

/** What became of a published statement. */
public enum Verdict {
    /** Ours says the same. */
    REPRODUCED,
    /** Ours says the same in kind, not in size, or not beyond chance. */
    SAME_DIRECTION,
    /** Ours says something else. */
    NOT_REPRODUCED,
    /** What it speaks of was not run. */
    NOT_RUN;

    /** As the surface writes it: {@code same-direction}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
