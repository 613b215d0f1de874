// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.Refusal;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Pages;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.node.Decision;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The last choices of a cluster, and what another policy would have chosen instead. */
public final class DecisionPages {

    /** Rows of all opened tables of a page together; the oldest choices stay without a table where clusters are large. */
    private static final int MOST_ROWS = 4000;

    private final Control control;
    private final Pages pages;

    public DecisionPages(Control control, Pages pages) {
        this.control = control;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.CONSOLE + "/decisions", this::show, Role.VIEWER);
    }

    private void show(Context context) {
        String wanted = Given.query(context, "cluster");
        List<String> names = control.clusters().stream().map(ClusterView::name).toList();
        if (names.isEmpty()) {
            throw new Refusal(404, "there is no cluster yet", "Add one to the configuration.");
        }
        ClusterView cluster = control.cluster(wanted.isEmpty() ? names.get(0) : wanted);
        String policy = Given.query(context, "policy");
        WhatIf whatIf = policy.isEmpty() ? null : control.whatIf(cluster.name(), policy);
        List<DecisionRow> all = rows(cluster.name(), whatIf);
        String node = Given.query(context, "node");
        List<DecisionRow> shown = all.stream()
                .filter(row -> node.isEmpty() || row.decision().node().equals(node))
                .toList();
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("cluster", cluster);
        model.put("clusters", names);
        model.put("nodes", nodes(cluster, all));
        model.put("node", node);
        model.put("policies", control.policies(cluster.name()));
        if (whatIf != null) {
            model.put("whatIf", whatIf);
        }
        model.put("rows", shown);
        model.put("recorded", all.size());
        model.put("opens", opens(shown));
        pages.show(context, "decisions", "Decisions", "", model);
    }

    /** Both from one look at the log, so that the table and the comparison are of the same choices. */
    private List<DecisionRow> rows(String cluster, @Nullable WhatIf whatIf) {
        if (whatIf == null) {
            return control.decisions(cluster).stream().map(DecisionRow::new).toList();
        }
        String policy = whatIf.policy();
        return whatIf.answers().stream()
                .map(answer -> new DecisionRow(answer.decision(), policy, answer.node()))
                .toList();
    }

    /** Those that are members, and those that were when a choice was recorded. */
    private static List<String> nodes(ClusterView cluster, List<DecisionRow> rows) {
        return Stream.concat(
                        cluster.nodes().stream().map(ClusterView.NodeView::name),
                        rows.stream().map(row -> row.decision().node()))
                .distinct()
                .sorted()
                .toList();
    }

    /** How many of the rows, from the first, can be opened. */
    private static int opens(List<DecisionRow> rows) {
        int left = MOST_ROWS;
        int count = 0;
        for (DecisionRow row : rows) {
            Decision decision = row.decision();
            left -= decision.candidates().size();
            if (left < 0 && count > 0) {
                break;
            }
            count++;
        }
        return count;
    }
}
