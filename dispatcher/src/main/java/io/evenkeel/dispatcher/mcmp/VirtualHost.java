// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.dispatcher.condition.HostName;
import io.evenkeel.dispatcher.node.application.ApplicationState;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A virtual host of a server: its names, and the contexts below them with their states. One thread at a time. */
final class VirtualHost {

    final int id;
    final Set<String> aliases = new LinkedHashSet<>();
    final Map<String, ApplicationState> contexts = new LinkedHashMap<>();

    VirtualHost(int id) {
        this.id = id;
    }

    /** Its names as requests are compared with them. */
    Set<String> names() {
        return aliases.stream().map(HostName::plain).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** A host with the same names and contexts. */
    VirtualHost copy() {
        VirtualHost copy = new VirtualHost(id);
        copy.aliases.addAll(aliases);
        copy.contexts.putAll(contexts);
        return copy;
    }
}
