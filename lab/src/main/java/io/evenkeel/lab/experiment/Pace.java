// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Locale;

/** The time that an experiment takes; each experiment says in its {@link Experiment#settings} what that means. */
public enum Pace {
    /** A second for each cell: shows that everything works, and measures nothing. */
    GLANCE,
    /** Minutes for all cells together, on servers that a scenario's cells share. */
    QUICK,
    /** The paper's times, with fresh servers where the paper had them. */
    FULL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
