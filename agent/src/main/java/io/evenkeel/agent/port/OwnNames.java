// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.port;

import io.evenkeel.agent.settings.AgentOptions;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The names under which a port without a token answers. A web page can let its own name lead to this machine and then
 * read what it likes here; its browser still sends that name. Immutable.
 */
final class OwnNames {

    private final Set<String> names = new HashSet<>();

    /** @param configured host names, with or without a port; empty ones are passed over */
    OwnNames(String... configured) {
        names.add("localhost");
        for (String each : configured) {
            String name = withoutPort(each).toLowerCase(Locale.ROOT);
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
    }

    /** Those of the settings: where it listens, what the node is called, and where its server is. */
    static OwnNames of(AgentOptions settings) {
        return new OwnNames(settings.hostName(), settings.name(), settings.address());
    }

    /** Tells whether a {@code Host} is one of them or an address in digits, which cannot be made to lead elsewhere. */
    boolean has(String host) {
        String name = withoutPort(host);
        return name.matches("\\[[0-9A-Fa-f:.]+\\]|[0-9]{1,3}(\\.[0-9]{1,3}){3}")
                || names.contains(name.toLowerCase(Locale.ROOT));
    }

    private static String withoutPort(String host) {
        return host.replaceFirst(":[0-9]*$", "").replaceFirst("(?<=[^.])\\.$", "");
    }
}
