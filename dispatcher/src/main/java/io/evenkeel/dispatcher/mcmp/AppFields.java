// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The contexts that a message is about.
 *
 * @param aliases names of a virtual host, in lower case
 * @param contexts paths that begin with a slash
 */
record AppFields(Set<String> aliases, List<String> contexts) {

    /** No reader of paths finds anything else behind one of these. */
    private static final Pattern CONTEXT = Pattern.compile("/[A-Za-z0-9._~!$&()*+:@=/-]{0,254}");

    private static final Pattern ALIAS = Pattern.compile("[a-z0-9._:\\[\\]*-]{1,253}");

    /**
     * Reads them; null when the message names none.
     *
     * @param needed true for a message that makes no sense without
     */
    static @Nullable AppFields of(McmpMessage message, boolean needed) throws McmpException {
        String alias = message.value("Alias");
        String context = message.value("Context");
        if (alias == null && context == null) {
            if (needed) {
                throw McmpException.syntax("No Context and Alias in APP command");
            }
            return null;
        }
        if (alias == null || context == null) {
            throw McmpException.syntax(alias == null ? "Context without Alias" : "Alias without Context");
        }
        Set<String> aliases = new LinkedHashSet<>();
        for (String each : alias.split(",", -1)) {
            String name = each.strip().toLowerCase(Locale.ROOT);
            if (!ALIAS.matcher(name).matches()) {
                throw McmpException.syntax("Alias field has bad value");
            }
            aliases.add(name);
        }
        List<String> contexts = new ArrayList<>();
        for (String each : context.split(",", -1)) {
            String path = each.strip();
            boolean climbs = path.contains("/../") || path.endsWith("/..") || path.contains("//");
            if (climbs || !CONTEXT.matcher(path).matches()) {
                throw McmpException.syntax("Context field has bad value: a path such as /shop is expected");
            }
            contexts.add(path);
        }
        return new AppFields(aliases, contexts);
    }
}
