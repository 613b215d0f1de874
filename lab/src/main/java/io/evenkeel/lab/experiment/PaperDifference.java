// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * A point in which an experiment differs from the paper's.
 *
 * @param what subject of the difference, {@code servers}
 */
public record PaperDifference(String what, String paper, String here) {}
