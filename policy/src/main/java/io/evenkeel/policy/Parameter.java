// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import java.math.BigDecimal;
import java.util.List;

/**
 * One parameter of a policy, as it stands in a configuration file.
 *
 * @param name kebab-case key
 * @param kind the form in which the value is written
 * @param min least value, in base units
 * @param max greatest value, in base units
 * @param defaultValue value when none is given, in base units
 * @param meaning one sentence for people
 * @param choices the words of a {@link Kind#CHOICE}, in kebab-case; empty for the other kinds
 */
public record Parameter(
        String name, Kind kind, double min, double max, double defaultValue, String meaning, List<String> choices) {

    /** The form of a parameter in a configuration file, and its base unit. */
    public enum Kind {
        /** {@code 250ms}, {@code 2s}; base unit seconds. */
        DURATION,
        /** {@code 30%} or {@code 0.3}; base unit share, 0.0 to 1.0. */
        SHARE,
        /** A plain number. */
        NUMBER,
        /** One of {@link Parameter#choices()}; the value is its index, 0.0 for the first. */
        CHOICE
    }

    public Parameter {
        choices = List.copyOf(choices);
        if (kind == Kind.CHOICE ? max != choices.size() - 1 || min != 0 : !choices.isEmpty()) {
            throw new IllegalArgumentException("parameter '" + name + "': words are for choices, one for each value");
        }
    }

    /** A parameter that is a time, a share or a number. */
    public Parameter(String name, Kind kind, double min, double max, double defaultValue, String meaning) {
        this(name, kind, min, max, defaultValue, meaning, List.of());
    }

    /**
     * A parameter that is one of some words.
     *
     * @throws IllegalArgumentException when the default is not one of them
     */
    public static Parameter choice(String name, List<String> choices, String defaultChoice, String meaning) {
        int index = choices.indexOf(defaultChoice);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "parameter '" + name + "': '" + defaultChoice + "' is none of " + choices);
        }
        return new Parameter(name, Kind.CHOICE, 0, choices.size() - 1.0, index, meaning, choices);
    }

    /** A value as it stands in a configuration file: {@code 250ms}, {@code 30%}, {@code 4} or a word. */
    public String written(double value) {
        return switch (kind) {
            case DURATION -> value < 1 ? decimal(value, 3) + "ms" : decimal(value, 0) + "s";
            case SHARE -> decimal(value, 2) + "%";
            case NUMBER -> decimal(value, 0);
            case CHOICE -> choices.get((int) value);
        };
    }

    /** A number times a power of ten, without a useless fraction. */
    private static String decimal(double value, int places) {
        BigDecimal moved = BigDecimal.valueOf(value).movePointRight(places);
        return moved.signum() == 0 ? "0" : moved.stripTrailingZeros().toPlainString();
    }
}
