// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name with numbers in brackets, as people write it.
 *
 * @param name the name in lower case
 * @param arguments the arguments in order; times are milliseconds
 */
record Expression(String text, String name, List<Argument> arguments) {

    /** A number, and whether it was written with a unit of time. */
    record Argument(double value, boolean isTime) {}

    private static final Pattern FORM = Pattern.compile("([a-z][a-z-]*)\\s*(?:\\((.*)\\))?");
    private static final Pattern NUMBER = Pattern.compile("([0-9]*\\.?[0-9]+(?:e-?[0-9]+)?)\\s*(us|ms|s|m|h)?");

    static Expression parse(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (NUMBER.matcher(plain).matches()) {
            return new Expression(text, "constant", List.of(number(text, plain)));
        }
        Matcher form = FORM.matcher(plain);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'%s' is neither a number nor a name with numbers in brackets".formatted(text));
        }
        List<Argument> arguments = new ArrayList<>();
        String inside = form.group(2);
        if (inside != null && !inside.isBlank()) {
            for (String part : inside.split(",", -1)) {
                arguments.add(number(text, part.strip()));
            }
        }
        return new Expression(text, form.group(1), arguments);
    }

    private static Argument number(String text, String part) {
        Matcher number = NUMBER.matcher(part);
        if (!number.matches()) {
            throw new IllegalArgumentException(
                    "'%s' in '%s' is not a number; write 8, 0.5, 250us, 8ms, 2s, 1m or 1h".formatted(part, text));
        }
        double value = Double.parseDouble(number.group(1));
        String unit = number.group(2);
        return unit == null
                ? new Argument(value, false)
                : new Argument(
                        switch (unit) {
                            case "us" -> value / 1e3;
                            case "ms" -> value;
                            case "s" -> value * 1e3;
                            case "m" -> value * 60e3;
                            default -> value * 3600e3;
                        },
                        true);
    }

    double value(int index) {
        return arguments.get(index).value();
    }

    int size() {
        return arguments.size();
    }
}
