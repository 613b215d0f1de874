// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.alert;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.alert.Alerts;
import io.evenkeel.admin.alert.AlertsView;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.alert.SilenceChanges;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Map;

/** Shows alerts, and makes and ends silences. */
public final class AlertPages {

    private final Alerts alerts;
    private final Templates pages;
    private final SilenceChanges changes;

    public AlertPages(Alerts alerts, AuditLog audit, Templates pages) {
        this.alerts = alerts;
        this.pages = pages;
        this.changes = new SilenceChanges(alerts, audit);
    }

    /** Adds the page and the changes to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.ALERTS, this::show, Role.VIEWER);
        routes.post(Links.ALERTS + "/silence", this::silence, Role.OPERATOR);
        routes.post(Links.ALERTS + "/unsilence", this::end, Role.OPERATOR);
    }

    private void show(Context context) {
        AlertsView view = alerts.view(Integer.MAX_VALUE);
        String page = Given.query(context, "page");
        AlertTable table = AlertTable.of(
                view.firing(), Given.query(context, "words"), page.matches("[0-9]{1,6}") ? Integer.parseInt(page) : 0);
        pages.show(
                context,
                "alerts",
                "Alerts",
                "",
                Map.of("view", view, "table", table, "done", Given.query(context, "done")));
    }

    private void silence(Context context) {
        changes.make(
                Callers.known(context),
                new SilenceChanges.Wish(
                        Given.field(context, "rule").strip(),
                        Given.field(context, "cluster").strip(),
                        Given.field(context, "node").strip(),
                        Given.field(context, "severity"),
                        "",
                        Given.field(context, "for"),
                        Given.field(context, "reason")));
        context.redirect(Links.ALERTS + "?done=silence", HttpStatus.SEE_OTHER);
    }

    private void end(Context context) {
        changes.end(Callers.known(context), Given.field(context, "id"));
        context.redirect(Links.ALERTS + "?done=end", HttpStatus.SEE_OTHER);
    }
}
