// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.discover;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.Problems;
import java.util.List;

/** Checks that a cluster has nodes or says where they are found, in one place. */
public final class DiscoverCheck {

    private static final List<String> SOURCES = List.of("dns", "srv", "file", "kubernetes", "consul");
    private static final String CHOICE = "'dns', 'srv', 'file', 'kubernetes' or 'consul'";

    private final Problems problems;

    public DiscoverCheck(Problems problems) {
        this.problems = problems;
    }

    public void check(ParsedSection cluster) {
        if (!cluster.gives("discover")) {
            return;
        }
        ParsedSection discover = cluster.block("discover");
        if (discover == null) {
            return;
        }
        List<String> given = SOURCES.stream().filter(discover::gives).toList();
        if (given.isEmpty()) {
            problems.error(discover.place(), "'discover' does not say where nodes are found", "add " + CHOICE);
            return;
        }
        if (given.size() > 1) {
            problems.error(
                    discover.keyPlace(given.get(1)),
                    "'" + given.get(0) + "' and '" + given.get(1) + "' cannot be mixed in one cluster",
                    "keep one of " + CHOICE + ", or make a cluster for each");
            return;
        }
        keys(discover, given.get(0));
    }

    private void keys(ParsedSection discover, String source) {
        boolean names = source.equals("dns") || source.equals("srv");
        if (source.equals("dns") && !discover.gives("port")) {
            problems.error(
                    discover.keyPlace("dns"), "'dns' needs a 'port'", "add the port of the nodes, such as port: 8080");
        }
        only(
                discover,
                "port",
                source,
                source.equals("dns"),
                "'srv' tells the ports itself; others have keys of their own");
        only(discover, "servers", source, names, "remove it; it is for 'dns' and 'srv'");
        servers(discover);
        only(
                discover,
                "interval",
                source,
                names || source.equals("file"),
                "remove it; this source tells changes at once");
    }

    /** Name servers are what finds names. */
    private void servers(ParsedSection discover) {
        Item list = discover.item("servers");
        if (list == null) {
            return;
        }
        for (Item server : list.items()) {
            String host = ((HostPort) server.value()).host();
            boolean literal = host.indexOf(':') >= 0 || host.chars().noneMatch(Character::isLetter);
            if (!literal) {
                problems.error(
                        server.place(), "a name server is named by its address", "write it so, such as 10.0.0.53:53");
            }
        }
    }

    private void only(ParsedSection discover, String key, String source, boolean fits, String remedy) {
        if (discover.gives(key) && !fits) {
            problems.error(discover.keyPlace(key), "'" + key + "' does nothing with '" + source + "'", remedy);
        }
    }
}
