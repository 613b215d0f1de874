// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.join;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.Problems;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks and reads with which dispatchers this one is joined. */
public final class JoinCheck {

    private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    private JoinCheck() {}

    /** Checks the section of a file, if there is one. */
    public static void check(ParsedSection file, Problems problems) {
        ParsedSection join = file.block("join");
        if (join == null) {
            return;
        }
        if (!file.gives("cluster-key")) {
            problems.error(
                    join.place(),
                    "'join' needs a 'cluster-key', by which dispatchers know each other",
                    "add cluster-key: ${file:cluster.key} to each of them; make the file with: openssl rand -hex 32");
        }
        HostPort address = join.find("address", HostPort.class);
        if (address != null && EVERYWHERE.contains(address.host())) {
            problems.error(
                    join.placeOf("address"),
                    "the other dispatchers could not find this one at '" + address + "'",
                    "name an address of this machine in a network of your own, such as 10.0.0.1:7800");
        }
        if (address != null && address.port() == 0) {
            problems.error(
                    join.placeOf("address"), "port 0 could not be found by the others", "use a port, such as 7800");
        }
        Item members = join.item("members");
        if (members != null && address != null) {
            members(join, members, address, problems);
        }
    }

    private static void members(ParsedSection join, Item members, HostPort address, Problems problems) {
        for (Item member : members.items()) {
            HostPort other = (HostPort) member.value();
            if (other.port() == 0 || EVERYWHERE.contains(other.host())) {
                problems.error(member.place(), "no dispatcher can be reached at '" + other + "'", null);
            }
        }
        List<HostPort> all = addresses(members);
        if (!all.isEmpty() && !all.contains(address) && all.stream().allMatch(JoinCheck::isLiteral)) {
            problems.warning(
                    join.placeOf("address"),
                    "'" + address + "' is none of the 'members', so the others would not look for this dispatcher",
                    "write the same list on all dispatchers, with the address of each");
        }
    }

    /** False for a name, which may stand for any address. */
    private static boolean isLiteral(HostPort address) {
        return address.host().indexOf(':') >= 0 || address.host().chars().noneMatch(Character::isLetter);
    }

    private static List<HostPort> addresses(@Nullable Item members) {
        return members == null
                ? List.of()
                : members.items().stream().map(item -> (HostPort) item.value()).toList();
    }

    /** The settings of an error-free section; null for a dispatcher by itself. */
    public static @Nullable JoinSettings read(@Nullable ParsedSection join) {
        return join == null
                ? null
                : new JoinSettings(
                        join.value("address", HostPort.class),
                        addresses(join.item("members")),
                        join.value("watch", Boolean.class));
    }
}
