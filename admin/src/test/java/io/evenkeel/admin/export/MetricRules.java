// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules of {@code promtool check metrics}, version 2, for a page in Prometheus' text format. */
final class MetricRules {

    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)");
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{((?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\]|\\\\.)*\",?)*)\\})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"(?:[^\"\\\\]|\\\\.)*\"");
    private static final Pattern CAMEL = Pattern.compile("[a-z][A-Z]");

    private static final List<String> TYPES = List.of("counter", "gauge", "summary", "histogram", "gauge_histogram");
    private static final List<String> ABBREVIATIONS =
            List.of("s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d");
    private static final List<String> PREFIXES = List.of(
            "", "pico", "nano", "micro", "milli", "centi", "deci", "deca", "hecto", "kilo", "kibi", "mega", "mibi",
            "giga", "gibi", "tera", "tebi", "peta", "pebi");
    private static final List<String> BASE_UNITS = List.of(
            "amperes", "bytes", "celsius", "grams", "joules", "kelvin", "meters", "metres", "moles", "seconds",
            "volts");
    private static final List<String> OTHER_UNITS = List.of(
            "minutes",
            "hours",
            "days",
            "weeks",
            "kelvins",
            "fahrenheit",
            "rankine",
            "inches",
            "yards",
            "miles",
            "bits",
            "calories",
            "pounds",
            "ounces");

    private MetricRules() {}

    /** Every breach, as {@code NAME: what is wrong}; empty when promtool has nothing to say. */
    static List<String> breaches(String page) {
        Map<String, String> types = new HashMap<>();
        Set<String> helped = new HashSet<>();
        Set<String> series = new HashSet<>();
        Set<String> known = new HashSet<>();
        List<String> breaches = new ArrayList<>();
        for (String line : page.lines().toList()) {
            Matcher comment = COMMENT.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (comment.matches() && comment.group(1).equals("TYPE")) {
                types.put(comment.group(2), comment.group(3));
            } else if (comment.matches()) {
                helped.add(comment.group(2));
            } else if (sample.matches()) {
                String family = family(sample.group(1), types);
                String labels = sample.group(2) == null ? "" : sample.group(2);
                if (!series.add(sample.group(1) + "{" + labels + "}")) {
                    breaches.add(line + ": twice");
                }
                labels(family, types.getOrDefault(family, ""), labels, breaches);
                if (known.add(family)) {
                    name(family, types.getOrDefault(family, ""), helped.contains(family), breaches);
                }
            } else {
                breaches.add(line + ": not a line of the format");
            }
        }
        return breaches;
    }

    /** The family of a sample, whose name may have more at its end. */
    private static String family(String name, Map<String, String> types) {
        return Stream.of("_bucket", "_sum", "_count")
                .filter(name::endsWith)
                .map(end -> name.substring(0, name.length() - end.length()))
                .filter(family -> List.of("histogram", "summary").contains(types.getOrDefault(family, "")))
                .findFirst()
                .orElse(name);
    }

    private static void labels(String family, String type, String labels, List<String> breaches) {
        Matcher label = LABEL.matcher(labels);
        while (label.find()) {
            if (CAMEL.matcher(label.group(1)).find()) {
                breaches.add(family + ": label " + label.group(1) + " is in camel case");
            }
            if (label.group(1).equals("le") && !"histogram".equals(type)) {
                breaches.add(family + ": label le is for histograms");
            }
            if (label.group(1).equals("quantile") && !"summary".equals(type)) {
                breaches.add(family + ": label quantile is for summaries");
            }
        }
    }

    private static void name(String family, String type, boolean hasHelp, List<String> breaches) {
        String lower = family.toLowerCase(Locale.ROOT);
        if (!hasHelp) {
            breaches.add(family + ": no help text");
        }
        if (type.isEmpty()) {
            breaches.add(family + ": no type");
        }
        if ("counter".equals(type) != family.endsWith("_total")) {
            breaches.add(family + ": _total is for counters, and all of them");
        }
        for (String end : List.of("_count", "_sum", "_bucket")) {
            if (family.endsWith(end)) {
                breaches.add(family + ": " + end + " is for histograms and summaries");
            }
        }
        for (String word : TYPES) {
            if (lower.contains("_" + word + "_") || lower.endsWith("_" + word)) {
                breaches.add(family + ": the type is in the name");
            }
        }
        for (String unit : ABBREVIATIONS) {
            if (lower.contains("_" + unit + "_") || lower.endsWith("_" + unit)) {
                breaches.add(family + ": the unit is abbreviated");
            }
        }
        for (String word : family.split("_", -1)) {
            if (isOtherUnit(word)) {
                breaches.add(family + ": " + word + " is not a base unit");
            }
        }
        if (family.contains(":")) {
            breaches.add(family + ": a colon is for rules");
        }
        if (CAMEL.matcher(family).find()) {
            breaches.add(family + ": camel case");
        }
    }

    private static boolean isOtherUnit(String word) {
        return PREFIXES.stream()
                .anyMatch(prefix -> OTHER_UNITS.stream().anyMatch(unit -> word.equals(prefix + unit))
                        || (!prefix.isEmpty() && BASE_UNITS.stream().anyMatch(unit -> word.equals(prefix + unit))));
    }
}
