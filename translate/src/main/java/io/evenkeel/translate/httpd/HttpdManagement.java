// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.source.EnvironmentReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * mod_cluster: servers tell httpd their addresses, contexts and load by MCMP. Here agents register their servers, and
 * routes are written by hand.
 */
final class HttpdManagement {

    private final Draft draft;
    private final @Nullable HttpdDirective receives;
    private final @Nullable HttpdDirective named;
    private @Nullable String cluster;

    HttpdManagement(Draft draft, List<HttpdDirective> top) {
        this.draft = draft;
        this.receives = first(top, "enablemcpmreceive", "enablemcmpreceive");
        this.named = first(top, "managerbalancername", "managerbalancername");
    }

    private static @Nullable HttpdDirective first(List<HttpdDirective> top, String name, String other) {
        return HttpdReader.all(top)
                .filter(each -> each.name().equals(name) || each.name().equals(other))
                .findFirst()
                .orElse(null);
    }

    /** True for the host to which servers send their messages. */
    boolean isReceiver(HttpdDirective section) {
        return section.inside().stream().anyMatch(each -> each == receives);
    }

    /** The route to the cluster whose servers register; empty when httpd has none such. */
    List<DraftRoute> routes() {
        HttpdDirective line = receives;
        if (line == null) {
            return List.of();
        }
        String known = cluster;
        if (known == null) {
            known = add(line);
            cluster = known;
        }
        return List.of(new DraftRoute(null, null, known, line.at()));
    }

    /** The cluster whose servers register with a balancer of this name; null when there is none such. */
    @Nullable
    String cluster(String balancer) {
        String name = named == null ? "mycluster" : named.argument(0);
        if (receives == null || !name.equalsIgnoreCase(balancer)) {
            return null;
        }
        routes();
        return cluster;
    }

    private String add(HttpdDirective line) {
        HttpdDirective by = named == null ? line : named;
        String name = draft.addCluster(named == null ? "mycluster" : named.argument(0), by.at());
        by.understood();
        line.understood();
        DraftSection section = draft.cluster(name);
        Draft.node(section, "first", "127.0.0.1:8080", line.at());
        DraftSection agent = section.section("agent", line.at());
        agent.literal("register", "true", line.at());
        agent.text("token", EnvironmentReference.to("EVENKEEL_AGENT_TOKEN"), line.at());
        section.section("affinity", line.at()).literal("mode", "jvm-route", line.at());
        draft.differs(
                line.at(),
                line.shown(),
                "servers do not register by MCMP; the agent in each server does it (agent.register), and reports more",
                "write the HTTP address of one server instead of 127.0.0.1:8080, install the agent in all of them"
                        + " (docs/guides/agent.md), and set EVENKEEL_AGENT_TOKEN here and there");
        draft.missing(
                line.at(),
                "contexts that servers announce",
                "routes do not follow what is deployed; all paths go to this cluster",
                "write routes with paths when there are several clusters");
        return name;
    }
}
