// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cost;

import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The page of the costs of a cluster's classes of requests. */
public final class CostPages {

    private final Control control;
    private final Costs costs;
    private final Templates pages;

    public CostPages(Control control, Costs costs, Templates pages) {
        this.control = control;
        this.costs = costs;
        this.pages = pages;
    }

    /** Adds the page to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.COSTS, this::show, Role.VIEWER);
    }

    private void show(Context context) {
        String cluster = control.cluster(Given.query(context, "cluster")).name();
        List<CostRow> rows = costs.rows(cluster, System.nanoTime());
        Map<String, String> cells = new HashMap<>();
        rows.forEach(row -> cells.putAll(row.cells()));
        Map<String, Object> model = new HashMap<>();
        model.put("cluster", cluster);
        model.put("rows", rows);
        model.put("cells", cells);
        model.put("versionKey", Costs.versionKey(cluster));
        model.put("version", Costs.version(rows));
        pages.show(context, "costs", "What costs what", "view=costs&cluster=" + Links.quoted(cluster), model);
    }
}
