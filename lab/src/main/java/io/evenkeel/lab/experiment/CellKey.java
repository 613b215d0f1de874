// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.Locale;

/**
 * One combination that is run: a policy in an environment at a load level.
 *
 * @param scenario name of an {@link ExperimentScenario}
 * @param policy name of a policy
 * @param variant further distinction of the cell, in one word, such as {@code http} or {@code tcp}; empty when
 *     there is none
 */
public record CellKey(String scenario, String policy, String variant, LoadLevel load) {

    /** The name for people within its environment: {@code round-robin (tcp)}. */
    public String text() {
        return variant.isEmpty() ? policy : policy + " (" + variant + ")";
    }

    /** A name for files: letters, digits, hyphens, dots and underscores; two keys of an experiment never share it. */
    public String slug() {
        return String.join("_", scenario, policy, variant.isEmpty() ? "any" : variant, load.text())
                .toLowerCase(Locale.ROOT)
                .replace("/s", "per-second")
                .replaceAll("[^a-z0-9._-]+", "-");
    }
}
