// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.SourceLine;
import java.util.List;

/**
 * The clients that are refused, by their networks.
 *
 * @param networks those that are named
 * @param others whether all clients but those are refused
 */
public record DraftAccess(List<String> networks, boolean others) {

    /** The networks of all clients. */
    public static final List<String> ALL = List.of("0.0.0.0/0", "::/0");

    /** The rule that refuses everybody. */
    public static final DraftAccess NOBODY = new DraftAccess(ALL, false);

    /** True for a network that is written in full: other products read {@code 10.1} in ways of their own. */
    public static boolean isNetwork(String text) {
        return text.matches("[0-9]{1,3}([.][0-9]{1,3}){3}(/[0-9]{1,2})?|[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(/[0-9]{1,3})?")
                && Words.isNetwork(text);
    }

    /** False when rules that are there already would become others: two lists of allowed networks cannot be one. */
    public boolean fits(DraftSection rules) {
        return !others || !rules.has("allow");
    }

    /** Puts the networks among the rules of a route or listener. */
    public void write(DraftSection rules, SourceLine from) {
        rules.texts(others ? "allow" : "deny", networks, from);
    }
}
