// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

/** The unit of a {@link Metric}, and the range of its values. */
public enum Unit {
    /** Parts of a hundred, 0 to 100. */
    PERCENT("%", 100),
    /** Things that are there now, or happened since a start. */
    COUNT("", 1e15),
    /** Mebibytes. */
    MEGABYTES("MB", 1e12),
    /** Milliseconds. */
    MILLIS("ms", 1e15),
    /** Events per second. */
    PER_SECOND("/s", 1e12);

    private final String symbol;
    private final double most;

    Unit(String symbol, double most) {
        this.symbol = symbol;
        this.most = most;
    }

    /** The sign behind a figure, for people; empty for counts. */
    public String symbol() {
        return symbol;
    }

    /** True for a number that a metric of this unit can have; false for NaN, infinity and what is out of range. */
    public boolean allows(double value) {
        return value >= 0 && value <= most;
    }
}
