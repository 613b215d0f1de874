// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

/**
 * Where an experiment is not the paper's.
 *
 * @param what is different, {@code servers}
 */
public record Difference(String what, String paper, String here) {}
