// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.account.AccountServices;
import io.evenkeel.admin.console.page.ConfigTurn;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.config.schema.ConfigSchema;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;

/** The forms of the configuration; for administrators. */
public final class FormPages {

    private final ClusterPage clusters;
    private final NodePage nodes;
    private final ListenerPage listeners;
    private final RoutePage listenerRoutes;
    private final EditSteps steps;

    /** @param turn shared by all that work with a whole configuration */
    public FormPages(Control control, AccountServices services, Templates pages, ConfigTurn turn) {
        this.steps = new EditSteps(control, services, pages, turn);
        this.clusters = new ClusterPage(steps);
        this.nodes = new NodePage(control, steps);
        this.listeners = new ListenerPage(control, steps);
        this.listenerRoutes = new RoutePage(steps);
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        clusters.route(routes);
        nodes.route(routes);
        listeners.route(routes);
        listenerRoutes.route(routes);
        steps.route(routes, Links.CACHE_FORM, (context, input) -> new CacheEdit(ConfigSchema.FILE, input));
    }
}
