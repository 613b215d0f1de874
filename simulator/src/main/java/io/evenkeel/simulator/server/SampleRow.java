// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import io.evenkeel.policy.Sample;

/** The shape of a sample as a row of numbers, by the ordinal of {@link Sample}. */
public final class SampleRow {

    /** Numbers in a row. */
    public static final int WIDTH = Sample.values().length;

    private SampleRow() {}
}
