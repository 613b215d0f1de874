// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * An environment in which policies are compared, called a scenario in commands and reports; the experiment decides its
 * parts.
 *
 * @param name as in the surface, {@code jqostd-heap}: the experiment's id, a hyphen and a word, or the id alone
 * @param what distinction of this environment, in words
 */
public record Environment(String name, String what) {

    /**
     * True when a user means this environment: the word is the whole name or the part that follows the experiment's id.
     */
    public boolean isCalled(String word) {
        return name.equals(word) || name.substring(name.indexOf('-') + 1).equals(word);
    }
}
