// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

import org.jspecify.annotations.Nullable;

/**
 * A value that a figure is compared with, as it was written.
 *
 * @param value a plain number, parts of a hundred, milliseconds or bytes
 * @param kind of the unit that was written
 */
public record AlertLimit(double value, Kind kind) {

    private static final double MB = 1 << 20;
    private static final double MS_PER_S = 1_000;
    private static final double MS_PER_DAY = 86_400_000;

    /** The kind of a written unit. */
    public enum Kind {
        /** None: the figure's own. */
        PLAIN,
        PERCENT,
        TIME,
        SIZE
    }

    /** The value in the unit of a figure; null when what was written is no value of such a figure. */
    public @Nullable Double in(String unit) {
        return switch (kind) {
            case PLAIN -> value;
            case PERCENT -> unit.equals("%") ? (Double) value : null;
            case TIME -> time(unit);
            case SIZE -> unit.startsWith("MB") ? (Double) (value / MB) : null;
        };
    }

    private @Nullable Double time(String unit) {
        return switch (unit) {
            case "ms", "ms/s" -> value;
            case "s" -> value / MS_PER_S;
            case "d" -> value / MS_PER_DAY;
            default -> null;
        };
    }
}
