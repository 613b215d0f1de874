// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.manual;

import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.policy.PolicyCatalog;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The documentation, the policies with their formulas, and the parts that the program is made of. */
public final class DocsPages {

    private final Control control;
    private final Templates pages;
    private @Nullable Manual manual;

    public DocsPages(Control control, Templates pages) {
        this.control = control;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(ManualPage.ADDRESS, this::page, Role.VIEWER);
        routes.get(ManualPage.ADDRESS + "/image", this::image, Role.VIEWER);
        routes.get(ManualPage.ADDRESS + "/policies", this::policies, Role.VIEWER);
        routes.get(ManualPage.ADDRESS + "/about", this::about, Role.VIEWER);
    }

    private void page(Context context) {
        String words = Given.query(context, "words").strip();
        if (!words.isEmpty()) {
            Map<String, Object> model = Map.of("manual", manual(), "words", words, "found", manual().with(words));
            pages.show(context, "docsfound", "Search", "", model);
            return;
        }
        String path = Given.query(context, "page");
        ManualPage page = manual().page(path.isEmpty() ? Manual.FIRST : path)
                .orElseThrow(() -> missing("there is no page '" + path + "' in the documentation"));
        pages.show(context, "docs", page.title(), "", Map.of("manual", manual(), "page", page));
    }

    private void image(Context context) {
        String path = Given.query(context, "name");
        byte[] content =
                manual().image(path).orElseThrow(() -> missing("the documentation has no image '" + path + "'"));
        Manual.imageType(path).ifPresent(context::contentType);
        context.result(content);
    }

    private void policies(Context context) {
        Map<String, Object> model = Map.of(
                "manual",
                manual(),
                "policies",
                List.copyOf(PolicyCatalog.load().all()),
                "clusters",
                control.clusters());
        pages.show(context, "docspolicies", "Policies", "", model);
    }

    private void about(Context context) {
        Map<String, Object> model = Map.of("manual", manual(), "now", control.dispatcher());
        pages.show(context, "docsabout", "About", "", model);
    }

    private synchronized Manual manual() {
        if (manual == null) {
            manual = Manual.load();
        }
        return manual;
    }

    private static ApiRefusal missing(String what) {
        return new ApiRefusal(404, what, "See " + ManualPage.ADDRESS + " for the pages there are.");
    }
}
