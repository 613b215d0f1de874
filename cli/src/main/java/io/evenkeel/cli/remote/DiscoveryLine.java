// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.io.PrintWriter;
import tools.jackson.databind.JsonNode;

/** The line of {@code status} about the place where a cluster's nodes are found. */
final class DiscoveryLine {

    private DiscoveryLine() {}

    static void write(JsonNode view, PrintWriter out) {
        long found = view.path("found").asLong(0);
        long draining = view.path("draining").asLong(0);
        out.printf(
                "discovery: cluster %s, %s: %d %s found%s, last answer %s%s%s%n",
                view.path("cluster").asString("?"),
                view.path("source").asString("?"),
                found,
                found == 1 ? "node" : "nodes",
                draining == 0 ? "" : " and " + draining + " draining",
                view.path("lastAnswer").asString("never"),
                view.path("problem").isString()
                        ? "; FAILING, known nodes stay: " + view.path("problem").asString("")
                        : "",
                view.path("remark").isString() ? "; " + view.path("remark").asString("") : "");
    }
}
