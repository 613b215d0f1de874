// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code /livez} and {@code /readyz} as Kubernetes writes them: {@code ok}, or the list of what is wrong; with {@code ?verbose} the list
 * of all that was looked at.
 */
final class HealthPages {

    private final Control control;

    HealthPages(Control control) {
        this.control = control;
    }

    /** One thing looked at. */
    private record Finding(boolean good, String text) {

        @Override
        public String toString() {
            return (good ? "[+]" : "[-]") + text;
        }
    }

    /** The process answers; says nothing about the nodes. */
    void live(Context context) {
        control.dispatcher();
        answer(context, List.of(new Finding(true, "dispatcher ok")));
    }

    /** New connections are welcome: not draining, and every cluster has a node that may take tasks. */
    void ready(Context context) {
        List<Finding> findings = new ArrayList<>();
        DispatcherView dispatcher = control.dispatcher();
        boolean running = dispatcher.state().equals("running");
        findings.add(new Finding(running, "dispatcher " + (running ? "ok" : dispatcher.state())));
        findings.add(new Finding(
                true,
                dispatcher.lastReloadSucceeded()
                        ? "config ok"
                        : "config ok, but the last reload failed and was not applied"));
        for (ClusterView cluster : control.clusters()) {
            int up = cluster.counts().up();
            findings.add(new Finding(
                    up > 0,
                    "cluster/" + cluster.name() + (up > 0 ? " ok: " : ": ") + up + " of "
                            + cluster.nodes().size() + " up"));
        }
        answer(context, findings);
    }

    private static void answer(Context context, List<Finding> findings) {
        boolean good = findings.stream().allMatch(Finding::good);
        boolean verbose = context.queryParam("verbose") != null;
        context.status(good ? 200 : 503).contentType("text/plain; charset=utf-8");
        if (good && !verbose) {
            context.result("ok\n");
            return;
        }
        context.result(findings.stream()
                .filter(finding -> verbose || !finding.good)
                .map(Finding::toString)
                .collect(Collectors.joining("\n", "", "\n")));
    }
}
