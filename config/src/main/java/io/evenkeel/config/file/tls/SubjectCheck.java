// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.tls.ClientCertificates.Verify;
import io.evenkeel.config.yaml.Problems;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that nobody can forge the field with the subject of a client's certificate. HTTP listeners take it out of
 * requests, whichever listener tells it; TCP listeners see no fields.
 */
final class SubjectCheck {

    /** A listener, and the field in which it tells nodes the subject. */
    private record Teller(String listener, String field) {}

    private final Problems problems;

    SubjectCheck(Problems problems) {
        this.problems = problems;
    }

    /** Warns of TCP listeners to a node that believes the field. */
    void check(ParsedSection file) {
        Item table = file.item("clusters");
        Map<String, Item> clusters = table == null ? Map.of() : ((ParsedSection) table.value()).items();
        Map<HostPort, Teller> believed = new HashMap<>();
        for (ParsedSection listener : file.blocks("listeners")) {
            Teller teller = teller(listener);
            if (teller != null) {
                targets(listener)
                        .forEach(name -> nodes(clusters.get(name)).forEach(node -> believed.put(node, teller)));
            }
        }
        for (ParsedSection listener : file.blocks("listeners")) {
            if (isTcp(listener)) {
                targets(listener).stream()
                        .flatMap(name -> nodes(clusters.get(name)).stream())
                        .filter(believed::containsKey)
                        .findFirst()
                        .ifPresent(node -> warn(listener, node, Objects.requireNonNull(believed.get(node))));
            }
        }
    }

    private void warn(ParsedSection listener, HostPort node, Teller teller) {
        problems.warning(
                listener.placeOf("cluster"),
                "clients of this tcp listener can send " + teller.field + " themselves, which node " + node
                        + " believes because of listener '" + teller.listener + "'",
                "let the node listen for them on another port, where it does not believe the field");
    }

    private static @Nullable Teller teller(ParsedSection listener) {
        ParsedSection tls = listener.block("tls");
        ParsedSection clients = tls == null ? null : tls.block("clients");
        String field = clients == null ? null : clients.find("header", String.class);
        if (clients == null
                || field == null
                || isTcp(listener)
                || clients.find("verify", Verify.class) == Verify.NONE) {
            return null;
        }
        return new Teller(String.valueOf(listener.find("name", String.class)), field);
    }

    private static boolean isTcp(ParsedSection listener) {
        return listener.find("protocol", Protocol.class) == Protocol.TCP;
    }

    private static Set<String> targets(ParsedSection listener) {
        Set<String> names = new HashSet<>();
        String only = listener.find("cluster", String.class);
        if (only != null) {
            names.add(only);
        }
        for (ParsedSection route : listener.blocks("routes")) {
            String name = route.find("cluster", String.class);
            if (name != null) {
                names.add(name);
            }
        }
        return names;
    }

    private static Set<HostPort> nodes(@Nullable Item cluster) {
        Set<HostPort> all = new HashSet<>();
        if (cluster != null) {
            for (ParsedSection node : ((ParsedSection) cluster.value()).blocks("nodes")) {
                HostPort address = node.find("address", HostPort.class);
                if (address != null) {
                    all.add(address);
                }
            }
        }
        return all;
    }
}
