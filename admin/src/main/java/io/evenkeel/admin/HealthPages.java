// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.entrance.Health;
import io.evenkeel.admin.entrance.Health.Finding;
import io.evenkeel.dispatcher.control.ClusterHealth;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.HealthLine;
import io.evenkeel.dispatcher.protection.ProtectionLevel;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Findings of {@code /livez} and {@code /readyz}. The entrance answers them ({@link Health}); here come only callers
 * with a session, and callers with nothing, who are refused.
 */
final class HealthPages {

    static final String LIVE = "/livez";
    static final String READY = "/readyz";

    private final Control control;

    HealthPages(Control control) {
        this.control = control;
    }

    /** The looks, by path. */
    Map<String, Supplier<List<Finding>>> looks() {
        return Map.of(LIVE, this::live, READY, this::ready);
    }

    /** The process answers; says nothing about the nodes. */
    private List<Finding> live() {
        control.dispatcher();
        return List.of(new Finding(true, "dispatcher ok"));
    }

    /** New connections are welcome: not draining, room for them, and a node that may take tasks in every cluster. */
    private List<Finding> ready() {
        List<Finding> findings = new ArrayList<>();
        DispatcherView dispatcher = control.dispatcher();
        boolean running = dispatcher.state() == DispatcherState.RUNNING;
        findings.add(new Finding(
                running, "dispatcher " + (running ? "ok" : dispatcher.state().word())));
        findings.add(new Finding(
                true,
                dispatcher.lastReloadSucceeded()
                        ? "config ok"
                        : "config ok, but the last reload failed and was not applied"));
        dispatcher.resources().stream()
                .filter(each -> each.level() != ProtectionLevel.FREE)
                .forEach(each -> findings.add(new Finding(false, "process: " + HealthLine.lack(each))));
        for (ClusterView cluster : control.clusters()) {
            int up = cluster.counts().up();
            findings.add(new Finding(
                    up > 0,
                    "cluster/" + cluster.name() + (up > 0 ? " ok: " : ": ") + up + " of "
                            + cluster.nodes().size() + " up" + trouble(cluster)));
        }
        return findings;
    }

    /** The words of the console and of {@code evenkeel status}, where there is something to say. */
    private static String trouble(ClusterView cluster) {
        String text = ClusterHealth.of(cluster).text();
        return text.isEmpty() ? "" : "; " + text;
    }

    void live(Context context) {
        answer(context, live());
    }

    void ready(Context context) {
        answer(context, ready());
    }

    private static void answer(Context context, List<Finding> findings) {
        context.status(Health.status(findings))
                .contentType("text/plain; charset=utf-8")
                .result(Health.text(findings, context.queryParam("verbose") != null));
    }
}
