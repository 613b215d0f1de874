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

    /** Choices on a page. */
    private static final int PAGE = 50;

    /** Members that can be chosen by name before they were in a choice. */
    private static final int MOST_MEMBERS = 100;

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
        routes.get(Links.CHOICE, this::choice, Role.VIEWER);
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
        model.put("nodes", nodes(cluster, all, node));
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
        int from = from(context, shown);
        model.put("rows", shown.stream().skip(from).limit(PAGE).toList());
        model.put("matching", shown.size());
        model.put("from", from);
        model.put("recorded", all.size());
        model.put("query", choiceQuery(cluster.name(), policy, shadow));
        model.put("most", PAGE);
        pages.show(context, "decisions", "Decisions", "", model);
    }

    /** The changes of a page since the choice of a time, milliseconds since 1970. */
    private void watch(Context context) {
        ClusterView cluster = cluster(context, List.of());
        long afterMs = number(context, "after");
        String shadow = Given.query(context, "shadow");
        List<DecisionRow> all = rows(cluster.name(), null, shadow);
        List<DecisionRow> shown = of(Given.query(context, "node"), all);
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("cluster", cluster);
        model.put("shadows", cards(cluster.name()));
        model.put("shown", shown.size());
        model.put("recorded", all.size());
        model.put("query", choiceQuery(cluster.name(), "", shadow));
        model.put(
                "rows",
                shown.stream()
                        .filter(row -> row.decision().atMs() > afterMs)
                        .limit(PAGE)
                        .toList());
        pages.show(context, "decisionswatch", "", "", model);
    }

    /** One choice with the nodes as they stood, a page of many; rows fetch it when they are opened. */
    private void choice(Context context) {
        ClusterView cluster = cluster(context, List.of());
        String policy = Given.query(context, "policy");
        long atMs = number(context, "at");
        String shadow = Given.query(context, "shadow");
        String node = Given.query(context, "node");
        WhatIf whatIf = policy.isEmpty() ? null : control.whatIf(cluster.name(), policy);
        DecisionRow row = rows(cluster.name(), whatIf, shadow).stream()
                .filter(each -> each.decision().atMs() == atMs)
                .filter(each -> each.decision().node().equals(node))
                .findFirst()
                .orElseThrow(() -> new ApiRefusal(
                        404,
                        "that choice is no longer recorded",
                        "See " + Links.decisions(cluster.name()) + " for newer ones."));
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("row", row);
        model.put("candidates", CandidatePage.of(row, number(context, "from")));
        model.put("cluster", cluster.name());
        model.put("query", choiceQuery(cluster.name(), policy, shadow));
        pages.show(context, "choicepage", "Decision", "", model);
    }

    /** The part of the address of a choice that is the same for all rows of a page. */
    private static String choiceQuery(String cluster, String policy, String shadow) {
        return "cluster=" + Links.quoted(cluster)
                + (policy.isEmpty() ? "" : "&policy=" + Links.quoted(policy))
                + (shadow.isEmpty() ? "" : "&shadow=" + Links.quoted(shadow));
    }

    /** The first row that is shown, counted from 0: {@code from} of the address, at most the last. */
    private static int from(Context context, List<DecisionRow> rows) {
        return (int) Math.max(0, Math.min(number(context, "from"), rows.size() - 1L));
    }

    /** A number of the address; 0 when it is none. */
    private static long number(Context context, String name) {
        String text = Given.query(context, name);
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
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

    /** Nodes that are members, nodes that were members when a choice was recorded, and the one that is asked for. */
    private static List<String> nodes(ClusterView cluster, List<DecisionRow> rows, String asked) {
        return Stream.of(
                        cluster.nodes().stream().limit(MOST_MEMBERS).map(ClusterView.NodeView::name),
                        rows.stream().map(row -> row.decision().node()),
                        Stream.of(asked).filter(name -> !name.isEmpty()))
                .flatMap(names -> names)
                .distinct()
                .sorted()
                .toList();
    }
}
