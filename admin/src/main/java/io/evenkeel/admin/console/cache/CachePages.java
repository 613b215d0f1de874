// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.cache;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.api.cache.CacheAsked;
import io.evenkeel.admin.api.cache.CacheChanges;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.dispatcher.control.CachePurge;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shows the cache, answers what it would do with a request, and has answers forgotten. */
public final class CachePages {

    private static final String ALL = "all";

    private final Control control;
    private final CacheTexts texts;
    private final Templates pages;
    private final CacheChanges changes;
    private final CacheAsked questions;

    public CachePages(Control control, CacheTexts texts, AuditLog audit, Templates pages) {
        this.control = control;
        this.texts = texts;
        this.pages = pages;
        this.changes = new CacheChanges(control, audit);
        this.questions = new CacheAsked(control);
    }

    /** Adds the page and the orders to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.CACHE, this::show, Role.VIEWER);
        routes.post(Links.CACHE + "/purge", this::purge, Role.OPERATOR);
    }

    private void show(Context context) {
        String forgotten = Given.query(context, "forgotten");
        Map<String, Object> model = new HashMap<>();
        model.put("cells", texts.cells(System.nanoTime()));
        model.put("routes", CachedRoute.of(control.settings()));
        boolean administers = Callers.known(context).role().covers(Role.ADMIN);
        model.put("editable", administers && control.configuration().file().isPresent());
        model.put("forgotten", forgotten.matches("[0-9]{1,9}") ? forgotten : "");
        for (String name : List.of("url", "method", "field", "client", "listener")) {
            model.put(name, Given.query(context, name));
        }
        model.put("problem", "");
        model.put("says", List.of());
        if (!Given.query(context, "url").isBlank()) {
            ask(context, model);
        }
        pages.show(context, "cache", "Cache", "view=cache", model);
    }

    /** A question that cannot be answered stays on the page, with what was typed. */
    private void ask(Context context, Map<String, Object> model) {
        try {
            model.put(
                    "says", questions.explanation(CacheAsked.question(context)).sentences());
        } catch (ApiRefusal refusal) {
            context.status(refusal.status());
            model.put("problem", String.valueOf(refusal.getMessage()));
        }
    }

    private void purge(Context context) {
        String kind = Given.field(context, "kind");
        if (kind.equals(ALL) && !Given.field(context, "sure").equals("yes")) {
            throw new ApiRefusal(400, "nothing was forgotten", "Say on the page that you mean all of them.");
        }
        CachePurge order =
                CacheChanges.order(kind, Given.field(context, "value").strip());
        int urls = changes.purge(Callers.known(context), order);
        context.redirect(Links.CACHE + "?forgotten=" + urls, HttpStatus.SEE_OTHER);
    }
}
