// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * An environment that policies are compared in; what it is made of is its experiment's.
 *
 * @param name as in the surface, {@code jqostd-heap}: the experiment's id, a hyphen and a word, or the id alone
 * @param what differs here, in words
 */
public record Scenario(String name, String what) {

    /** Whether a user means this scenario: the whole name or what follows the experiment's. */
    public boolean isCalled(String word) {
        return name.equals(word) || name.substring(name.indexOf('-') + 1).equals(word);
    }
}
