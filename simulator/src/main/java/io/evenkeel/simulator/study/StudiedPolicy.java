// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.simulator.Chooser;
import io.evenkeel.simulator.Oracle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A policy with the parameters given to it, or an oracle.
 *
 * @param written the text as it was written; the name in tables
 * @param options values in base units, as {@link PolicyType#create} takes them
 * @param admits true when new sessions are refused while the servers cannot finish them
 */
public record StudiedPolicy(String written, Chooser chooser, Map<String, Double> options, boolean admits) {

    private static final String ADMISSION = "+admission";

    private static final Pattern FORM = Pattern.compile("([^:{}=]+)(?:\\{([^{}]*)\\}|:([^{}]+))?");
    private static final Pattern VALUE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h|%)?");

    public StudiedPolicy {
        options = Map.copyOf(options);
    }

    /**
     * Reads {@code headroom}, {@code fastest-response{window=5s}} or {@code fastest-response:window=5s}, values as in a
     * configuration; or an {@link Oracle}'s label. With {@code +admission} behind it, new sessions are refused while
     * the servers cannot finish them: by the dispatcher's rule, or by an oracle's.
     *
     * @throws IllegalArgumentException saying what is wrong and what there is
     */
    public static StudiedPolicy parse(String text, PolicyCatalog catalog) {
        String written = text.strip();
        if (written.endsWith(ADMISSION)) {
            StudiedPolicy policy = parse(written.substring(0, written.length() - ADMISSION.length()), catalog);
            return new StudiedPolicy(written, policy.chooser(), policy.options(), true);
        }
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a policy; write a name, or name{parameter=value, parameter=value}");
        }
        String name = form.group(1).strip();
        for (Oracle oracle : Oracle.values()) {
            if (oracle.label().equals(text.strip())) {
                return new StudiedPolicy(oracle.label(), Chooser.oracle(oracle), Map.of(), false);
            }
        }
        PolicyType type = catalog.find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no policy '%s'; there are: %s"
                        .formatted(
                                name,
                                catalog.all().stream().map(PolicyType::name).collect(Collectors.joining(", ")))));
        String given = form.group(2) == null ? form.group(3) : form.group(2);
        Map<String, Double> options = new LinkedHashMap<>();
        if (given != null && !given.isBlank()) {
            for (String each : given.split(",", -1)) {
                String[] sides = each.split("=", 2);
                if (sides.length < 2) {
                    throw new IllegalArgumentException("policy '%s': '%s' lacks its value; write %s=value"
                            .formatted(name, each.strip(), each.strip()));
                }
                Parameter parameter = parameter(type, sides[0].strip());
                options.put(parameter.name(), value(type, parameter, sides[1].strip()));
            }
        }
        return new StudiedPolicy(text.strip(), Chooser.policy(type, options), options, false);
    }

    private static Parameter parameter(PolicyType type, String name) {
        List<Parameter> parameters = type.parameters();
        return parameters.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("policy '%s' has no parameter '%s'; %s"
                        .formatted(
                                type.name(),
                                name,
                                parameters.isEmpty()
                                        ? "it has none"
                                        : "it has "
                                                + parameters.stream()
                                                        .map(Parameter::name)
                                                        .collect(Collectors.joining(", ")))));
    }

    private static double value(PolicyType type, Parameter parameter, String text) {
        double value = parameter.kind() == Parameter.Kind.CHOICE
                ? parameter.choices().indexOf(text)
                : number(text, parameter.kind());
        // NaN is in no range
        if (!(value >= parameter.min() && value <= parameter.max())) {
            throw new IllegalArgumentException("policy '%s': '%s' is %s, was %s"
                    .formatted(
                            type.name(),
                            parameter.name(),
                            parameter.choices().isEmpty()
                                    ? "from " + parameter.written(parameter.min()) + " to "
                                            + parameter.written(parameter.max())
                                    : "one of " + String.join(", ", parameter.choices()),
                            text));
        }
        return value;
    }

    /** The number in the base unit of the kind; NaN when the unit is of another kind. */
    private static double number(String text, Parameter.Kind kind) {
        Matcher form = VALUE.matcher(text);
        if (!form.matches()) {
            return Double.NaN;
        }
        double number = Double.parseDouble(form.group(1));
        String unit = form.group(2) == null ? "" : form.group(2);
        return switch (kind) {
            case DURATION ->
                switch (unit) {
                    case "ms" -> number / 1000;
                    case "s" -> number;
                    case "m" -> number * 60;
                    case "h" -> number * 3600;
                    default -> number == 0 ? 0 : Double.NaN;
                };
            case SHARE -> unit.equals("%") ? number / 100 : unit.isEmpty() ? number : Double.NaN;
            case NUMBER, CHOICE -> unit.isEmpty() ? number : Double.NaN;
        };
    }
}
