// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.NodeChanges;
import io.evenkeel.admin.api.ShadowChanges;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.control.WhatIf;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last choices of a cluster, the choices that another policy would have made, and the shadows that run beside the
 * policy in force.
 */
public final class DecisionPages {

    /**
     * Rows of all opened tables of a page together; the oldest choices stay without a table where clusters are large.
     */
    private static final int MOST_ROWS = 4000;

    private static final int MOST_CHOICES = 200;
    private static final int LEAST_CHOICES = 20;

    /** The message of a change; no link puts other words into the page. */
    private static final Pattern DONE =
            Pattern.compile("shadow [A-Za-z0-9._:-]{1,300} (started|stopped; it agreed in [0-9]+ of [0-9]+ choices)");

    private final Control control;
    private final Templates pages;
    private final ShadowChanges changes;
    private final PolicyCatalog catalog = PolicyCatalog.load();

    public DecisionPages(Control control, AccountServices services, Templates pages) {
        this.control = control;
        this.pages = pages;
        this.changes = new ShadowChanges(control, services.audit());
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.CONSOLE + "/decisions", this::show, Role.VIEWER);
        routes.get(Links.WATCH, this::watch, Role.VIEWER);
        routes.post(Links.CONSOLE + "/decisions/shadow", this::change, Role.OPERATOR);
    }

    private void show(Context context) {
        List<String> names = control.clusters().stream().map(ClusterView::name).toList();
        ClusterView cluster = cluster(context, names);
        String policy = Given.query(context, "policy");
        String shadow = Given.query(context, "shadow");
        WhatIf whatIf = policy.isEmpty() ? null : control.whatIf(cluster.name(), policy);
        List<DecisionRow> all = rows(cluster.name(), whatIf, shadow);
        String node = Given.query(context, "node");
        List<DecisionRow> shown = of(node, all);
        List<String> fitting = control.policies(cluster.name());
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("cluster", cluster);
        model.put("clusters", names);
        model.put("nodes", nodes(cluster, all));
        model.put("node", node);
        model.put("policies", fitting);
        if (whatIf != null) {
            model.put("whatIf", whatIf);
        }
        model.put("shadow", shadow);
        List<ShadowCard> cards = cards(cluster.name());
        model.put("shadows", cards);
        model.put("startable", startable(fitting, cluster, cards));
        String done = Given.query(context, "done");
        model.put("done", DONE.matcher(done).matches() ? done : "");
        model.put("rows", shown);
        model.put("recorded", all.size());
        model.put("opens", opens(shown));
        model.put("most", most(cluster));
        pages.show(context, "decisions", "Decisions", "", model);
    }

    /** The changes of a page since the choice of a time, milliseconds since 1970. */
    private void watch(Context context) {
        ClusterView cluster = cluster(context, List.of());
        String after = Given.query(context, "after");
        long afterMs = after.matches("[0-9]{1,18}") ? Long.parseLong(after) : 0;
        List<DecisionRow> all = rows(cluster.name(), null, Given.query(context, "shadow"));
        List<DecisionRow> shown = of(Given.query(context, "node"), all);
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("cluster", cluster);
        model.put("shadows", cards(cluster.name()));
        model.put("shown", shown.size());
        model.put("recorded", all.size());
        model.put(
                "rows",
                shown.stream()
                        .filter(row -> row.decision().atMs() > afterMs)
                        .limit(most(cluster))
                        .toList());
        pages.show(context, "decisionswatch", "", "", model);
    }

    /** {@code stop} names a shadow to be stopped; without it {@code policy} is started. */
    private void change(Context context) {
        String cluster = Given.field(context, "cluster");
        String stop = Given.field(context, "stop");
        String reason = NodeChanges.reason(Given.field(context, "reason"));
        String because = reason.isEmpty() ? null : reason;
        String done;
        if (stop.isEmpty()) {
            String policy = Given.field(context, "policy");
            if (policy.isEmpty()) {
                throw new ApiRefusal(400, "no policy is chosen", "Choose the one to run as a shadow.");
            }
            changes.start(Callers.known(context), cluster, policy, because);
            done = "shadow " + policy + " started";
        } else {
            ShadowView view = changes.stop(Callers.known(context), cluster, stop, because);
            done = "shadow " + stop + " stopped; it agreed in " + view.same() + " of " + view.compared() + " choices";
        }
        context.redirect(Links.decisions(cluster) + "&done=" + Links.quoted(done) + "#shadows", HttpStatus.SEE_OTHER);
    }

    private ClusterView cluster(Context context, List<String> names) {
        String wanted = Given.query(context, "cluster");
        if (wanted.isEmpty() && names.isEmpty()) {
            throw new ApiRefusal(404, "there is no cluster yet", "Add one to the configuration.");
        }
        return control.cluster(wanted.isEmpty() ? names.get(0) : wanted);
    }

    private List<ShadowCard> cards(String cluster) {
        long nowMs = System.currentTimeMillis();
        return control.shadows().list(cluster).stream()
                .map(view -> new ShadowCard(view, nowMs - view.sinceMs()))
                .toList();
    }

    /** The policies that do not run yet; the one in force is last, because comparing with it says the least. */
    private List<PolicyType> startable(List<String> names, ClusterView cluster, List<ShadowCard> cards) {
        return names.stream()
                .filter(name -> cards.stream()
                        .noneMatch(
                                card -> !card.failed() && card.view().policy().equals(name)))
                .sorted(Comparator.comparing(name -> name.equals(cluster.policy())))
                .flatMap(name -> catalog.find(name).stream())
                .toList();
    }

    /** Reads the log once, so that the table and the comparison are of the same choices. */
    private List<DecisionRow> rows(String cluster, @Nullable WhatIf whatIf, String shadow) {
        if (whatIf != null) {
            String policy = whatIf.policy();
            return whatIf.answers().stream()
                    .map(answer -> new DecisionRow(answer.decision(), policy, answer.node(), List.of()))
                    .toList();
        }
        if (shadow.isEmpty()) {
            return control.decisions(cluster).stream().map(DecisionRow::new).toList();
        }
        return control.shadows().list(cluster).stream()
                .filter(view -> view.policy().equals(shadow))
                .flatMap(view -> view.differences().stream())
                .map(each -> new DecisionRow(each.decision(), shadow, each.node(), each.opinions()))
                .toList();
    }

    private static List<DecisionRow> of(String node, List<DecisionRow> rows) {
        return rows.stream()
                .filter(row -> node.isEmpty() || row.decision().node().equals(node))
                .toList();
    }

    /** The number of rows that a page keeps as new ones come. */
    private static int most(ClusterView cluster) {
        return Math.min(
                MOST_CHOICES,
                Math.max(LEAST_CHOICES, MOST_ROWS / Math.max(1, cluster.nodes().size())));
    }

    /** Nodes that are members, and nodes that were members when a choice was recorded. */
    private static List<String> nodes(ClusterView cluster, List<DecisionRow> rows) {
        return Stream.concat(
                        cluster.nodes().stream().map(ClusterView.NodeView::name),
                        rows.stream().map(row -> row.decision().node()))
                .distinct()
                .sorted()
                .toList();
    }

    /** The number of rows, from the first, that can be opened. */
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
