// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Locale;

/** The outcome for a published statement. */
public enum ClaimVerdict {
    /** Ours says the same. */
    REPRODUCED,
    /** Ours says the same in kind, not in size, or not beyond chance. */
    SAME_DIRECTION,
    /** Ours says something else. */
    NOT_REPRODUCED,
    /** The cells that it speaks of were not run. */
    NOT_RUN;

    /** The name on the surface: {@code same-direction}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
