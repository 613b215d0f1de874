// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A threshold: a figure, a comparison, and a limit.
 *
 * @param figure key of the figure in the output, such as {@code p99Ms}
 * @param limit in the figure's own unit
 */
record Expectation(String text, String figure, String sign, double limit) {

    private static final Map<String, String> FIGURES = Map.ofEntries(
            Map.entry("mean", "meanMs"),
            Map.entry("p50", "p50Ms"),
            Map.entry("p90", "p90Ms"),
            Map.entry("p99", "p99Ms"),
            Map.entry("p99.9", "p999Ms"),
            Map.entry("max", "maxMs"),
            Map.entry("failures", "failures"),
            Map.entry("requests", "requests"),
            Map.entry("late", "lateShare"),
            Map.entry("rate", "throughputPerSecond"),
            Map.entry("sessions", "completedSessions"),
            Map.entry("aborted", "abortedSessions"),
            Map.entry("broken", "brokenSessions"));

    /** Figures of which no share is known. */
    private static final Set<String> COUNTS =
            Set.of("requests", "completedSessions", "abortedSessions", "brokenSessions");

    /** True when a measured figure is on the right side. */
    boolean holds(Map<String, ? extends @Nullable Object> figures) {
        double value = value(figures);
        return switch (sign) {
            case "<" -> value < limit;
            case "<=" -> value <= limit;
            case ">" -> value > limit;
            case ">=" -> value >= limit;
            default -> value == limit;
        };
    }

    private double value(Map<String, ? extends @Nullable Object> figures) {
        return figures.get(figure) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** True when it says how many requests may fail. */
    boolean isOfFailures() {
        return figure.equals("failures") || figure.equals("failureShare");
    }

    /** One line with the result. */
    String outcome(Map<String, ? extends @Nullable Object> figures) {
        double value = value(figures);
        String shown = Double.isNaN(value)
                ? "nothing"
                : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
        return "%s: expected %s, measured %s".formatted(holds(figures) ? "ok" : "FAILED", text, shown);
    }

    /** Reads {@code p99<200ms,failures=0,rate>=100/s,failures<1%}. */
    static final class ExpectationReader implements ITypeConverter<List<Expectation>> {

        private static final Pattern FORM =
                Pattern.compile("\\s*([a-z0-9.]+)\\s*(<=|>=|<|>|=)\\s*([0-9]+(?:\\.[0-9]+)?)(us|ms|s|/s|%)?\\s*");

        @Override
        public List<Expectation> convert(String text) {
            List<Expectation> all = new ArrayList<>();
            for (String part : text.split(",", -1)) {
                all.add(one(part));
            }
            return all;
        }

        private static Expectation one(String part) {
            Matcher form = FORM.matcher(part);
            if (!form.matches()) {
                throw new TypeConversionException(
                        "'" + part + "' is not a threshold; write p99<200ms, failures=0, failures<1% or rate>=100/s");
            }
            String name = form.group(1);
            String figure = FIGURES.get(name);
            String unit = form.group(4) == null ? "" : form.group(4);
            double limit = Double.parseDouble(form.group(3));
            if (figure == null) {
                throw new TypeConversionException("there is no figure '%s'; there are %s"
                        .formatted(
                                name,
                                String.join(
                                        ", ", FIGURES.keySet().stream().sorted().toList())));
            }
            boolean isTime = figure.endsWith("Ms");
            boolean fits = isTime
                    ? unit.matches("us|ms|s")
                    : name.equals("rate")
                            ? unit.matches("|/s")
                            : name.equals("late") ? unit.equals("%") : unit.matches("|%");
            if (!fits || (COUNTS.contains(figure) && unit.equals("%"))) {
                throw new TypeConversionException("'%s': %s is measured in %s"
                        .formatted(
                                part.strip(),
                                name,
                                isTime
                                        ? "us, ms or s"
                                        : name.equals("rate")
                                                ? "/s"
                                                : COUNTS.contains(figure) ? "numbers" : "numbers or %"));
            }
            return switch (unit) {
                case "us" -> new Expectation(part.strip(), figure, form.group(2), limit / 1000);
                case "s" -> new Expectation(part.strip(), figure, form.group(2), limit * 1000);
                case "%" ->
                    new Expectation(
                            part.strip(),
                            figure.equals("failures") ? "failureShare" : figure,
                            form.group(2),
                            limit / 100);
                default -> new Expectation(part.strip(), figure, form.group(2), limit);
            };
        }
    }
}
