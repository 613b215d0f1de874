// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * A scenario of an experiment, in which policies are compared; the experiment decides its servers and its load.
 *
 * @param name as in the surface, {@code jqostd-heap}: the experiment's id, a hyphen and a word, or the id alone
 * @param what distinction of this scenario, in words
 */
public record ExperimentScenario(String name, String what) {

    /**
     * True when a user means this scenario: the word is the whole name or the part that follows the experiment's id.
     */
    public boolean isCalled(String word) {
        return name.equals(word) || name.substring(name.indexOf('-') + 1).equals(word);
    }
}
