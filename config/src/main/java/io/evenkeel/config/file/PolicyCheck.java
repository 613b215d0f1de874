// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.schema.hint.PeersWords;
import io.evenkeel.config.schema.hint.Suggestion;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.PolicyType.Needs;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the policies of a file against the catalogue: names, parameters, and the needs of each. */
final class PolicyCheck {

    private final PolicyCatalog catalog;
    private final Problems problems;

    PolicyCheck(PolicyCatalog catalog, Problems problems) {
        this.catalog = catalog;
        this.problems = problems;
    }

    /**
     * Checks the policy of one cluster.
     *
     * @param tcpListener name of a TCP listener that the cluster serves; null when there is none
     */
    void check(ParsedSection cluster, @Nullable String tcpListener) {
        ParsedSection policy = cluster.block("policy");
        String name = policy == null ? null : policy.find("name", String.class);
        if (policy == null || name == null) {
            return;
        }
        Optional<PolicyType> found = catalog.find(name);
        if (found.isEmpty()) {
            List<String> names = catalog.all().stream().map(PolicyType::name).toList();
            String peers = PeersWords.forPolicy(name, names);
            String near = Suggestion.to(name, names);
            String hint = near == null ? "there are " + String.join(", ", names) : "did you mean '" + near + "'?";
            problems.error(policy.placeOf("name"), "there is no policy '" + name + "'", peers == null ? hint : peers);
            return;
        }
        PolicyType type = found.get();
        parameters(policy, type);
        Item answers = policy.item("answers");
        boolean noClasses = Integer.valueOf(0).equals(cluster.find("request-classes", Integer.class));
        if (answers != null && answers.text().equals("relative") && noClasses) {
            problems.error(
                    policy.placeOf("answers"),
                    "'answers: relative' compares answers within classes of requests, and this cluster has none",
                    "add request-classes: 1 to the cluster");
        }
        if (type.needs() == Needs.AGENT && !cluster.gives("agent")) {
            problems.error(
                    policy.placeOf("name"),
                    "policy '" + name + "' works on what agents report, and this cluster has no agent",
                    "add agent: {path: /evenkeel-agent}");
        }
        if (tcpListener != null && type.needs() != Needs.NOTHING) {
            String lack = type.needs() == Needs.HTTP ? "HTTP requests" : "agents";
            problems.error(
                    policy.placeOf("name"),
                    "policy '" + name + "' needs " + lack + ", and listener '" + tcpListener + "' is tcp",
                    "a tcp listener takes a policy that needs neither, such as least-connections");
        }
    }

    private void parameters(ParsedSection policy, PolicyType type) {
        List<String> names = type.parameters().stream().map(Parameter::name).toList();
        policy.items().forEach((key, item) -> {
            if (key.equals("name")) {
                return;
            }
            Optional<Parameter> parameter =
                    type.parameters().stream().filter(p -> p.name().equals(key)).findFirst();
            if (parameter.isPresent()) {
                value(parameter.get(), item);
            } else {
                String near = Suggestion.to(key, names);
                String all = names.isEmpty() ? "it has none" : "it has " + String.join(", ", names);
                problems.error(
                        policy.keyPlace(key),
                        "policy '" + type.name() + "' has no parameter '" + key + "'",
                        near == null ? all : "did you mean '" + near + "'?");
            }
        });
    }

    private void value(Parameter parameter, Item item) {
        Word<?> word = switch (parameter.kind()) {
            case DURATION -> ScalarTypes.DURATION_OR_ZERO;
            case SHARE -> ScalarTypes.SHARE;
            case NUMBER -> ScalarTypes.NUMBER;
            case CHOICE -> ScalarTypes.choice(parameter.choices());
        };
        if (!word.accepts(item.text())) {
            String near = Suggestion.to(item.text(), parameter.choices());
            problems.error(
                    item.place(),
                    "'" + parameter.name() + "' must be " + word.expectation(),
                    near == null ? parameter.meaning() : "did you mean '" + near + "'?");
            return;
        }
        if (parameter.kind() == Parameter.Kind.CHOICE) {
            return;
        }
        double value = (Double) item.value();
        if (!(value >= parameter.min() && value <= parameter.max())) {
            problems.error(
                    item.place(),
                    "'" + parameter.name() + "' must be from " + parameter.written(parameter.min()) + " to "
                            + parameter.written(parameter.max()),
                    parameter.meaning());
        }
    }
}
