// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.schema.hint.Suggestion;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.policy.Services;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Checks the rules of services, and that nodes serve what there is. */
final class ServiceCheck {

    private static final String PARTITION = "service-partition";

    private final Problems problems;

    ServiceCheck(Problems problems) {
        this.problems = problems;
    }

    /** @param tcpListener name of a TCP listener that the cluster serves; null when there is none */
    void check(ParsedSection cluster, @Nullable String tcpListener) {
        List<ParsedSection> rules = cluster.blocks("services");
        List<String> names = rules.stream()
                .map(rule -> rule.find("name", String.class))
                .filter(Objects::nonNull)
                .toList();
        rules.forEach(rule -> rule(rule, names));
        boolean someServe = false;
        for (ParsedSection node : cluster.blocks("nodes")) {
            Item serves = node.item("serves");
            if (serves != null) {
                someServe = true;
                serves.items().forEach(name -> served(name, names));
            }
        }
        ParsedSection policy = cluster.block("policy");
        String name = policy == null ? null : policy.find("name", String.class);
        if (policy != null && PARTITION.equals(name) && !someServe) {
            problems.error(
                    policy.placeOf("name"),
                    "policy 'service-partition' needs nodes that are for services, and this cluster has none",
                    "add services: [{name: video, path: /video}] to the cluster, and serves: video to a node");
        }
        if (tcpListener != null && !rules.isEmpty()) {
            problems.error(
                    cluster.keyPlace("services"),
                    "'services' needs the paths of HTTP requests, and listener '" + tcpListener + "' is tcp",
                    "remove 'services', or use an http listener");
        }
    }

    private void rule(ParsedSection rule, List<String> names) {
        String name = rule.find("name", String.class);
        if (name == null) {
            return;
        }
        if (!rule.gives("path") && !rule.gives("suffix")) {
            problems.error(
                    rule.placeOf("name"),
                    "service '" + name + "' has no rule that tells its requests",
                    "give it a path, a suffix, or both");
        }
        if (name.equals(Services.OTHERS)) {
            problems.error(
                    rule.placeOf("name"),
                    "'other' means the requests that no rule fits",
                    "give the service another name");
        } else if (Services.number(name, names) < 0) {
            problems.error(
                    rule.placeOf("name"),
                    "there are too many services",
                    "a cluster has at most " + (Services.NUMBERS - 1 - Services.IMPACTS.size()));
        }
    }

    private void served(Item word, List<String> names) {
        String name = word.text();
        if (!name.equals(Services.OTHERS) && !names.contains(name)) {
            String near = Suggestion.to(name, names);
            problems.error(
                    word.place(),
                    "there is no service '" + name + "'",
                    near != null
                            ? "did you mean '" + near + "'?"
                            : names.isEmpty()
                                    ? "add services: [{name: " + name + ", path: /...}] to the cluster"
                                    : "there are " + String.join(", ", names));
        }
    }
}
