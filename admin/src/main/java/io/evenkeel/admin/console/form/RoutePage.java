// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.FormBody;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.schema.ConfigSchema;
import io.evenkeel.config.yaml.Layout;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;

/** Routes of a listener: to add, change, move and delete one. */
final class RoutePage {

    static final String ADDRESS = Links.CONFIG + "/route";

    private final EditSteps steps;

    RoutePage(EditSteps steps) {
        this.steps = steps;
    }

    void route(RoutesConfig routes) {
        steps.route(routes, ADDRESS, this::edit);
        steps.get(routes, ADDRESS + "/move", this::move);
        steps.route(routes, ADDRESS + "/delete", this::departure);
    }

    private Edit edit(Context context, FormInput input) {
        ListenerRow listener = ListenerRow.get(steps.layout(steps.read()), ListenerPage.listener(context));
        String number = EditSteps.named(context, "route");
        int place = number.isEmpty() ? 0 : row(context, listener).number();
        return new RouteEdit(ConfigSchema.FILE, listener.name(), place, input);
    }

    /** The difference at once, without the form: the route as it is, at another place. */
    private void move(Context context) {
        Edit present = edit(context, new FormInput());
        FormInput moved = FormInput.into(present.sheet(steps.layout(steps.read())));
        moved.put(RouteEdit.PLACE, Given.query(context, RouteEdit.PLACE));
        steps.preview(context, edit(context, moved));
    }

    /** The route that was meant, even when others came before it since the form was shown. */
    private static RouteRow row(Context context, ListenerRow listener) {
        List<RouteRow> rows = RouteRow.of(listener.layout());
        String number = EditSteps.named(context, "route");
        String mark = FormBody.field(context, "mark");
        List<RouteRow> meant = rows.stream()
                .filter(row -> mark.isEmpty()
                        ? number.equals(Integer.toString(row.number()))
                        : row.mark().equals(mark))
                .toList();
        if (meant.isEmpty()) {
            throw new ApiRefusal(
                    mark.isEmpty() ? 404 : 409,
                    mark.isEmpty()
                            ? "listener '" + listener.name() + "' has no route " + number + " in the configuration file"
                            : "this route has changed on disk since you saw it, or is gone; nothing was written",
                    "See " + Links.listenerForm(listener.name()) + " for the routes it has.");
        }
        return meant.stream()
                .filter(row -> number.equals(Integer.toString(row.number())))
                .findFirst()
                .orElse(meant.get(0));
    }

    private Edit departure(Context context, FormInput input) {
        ListenerRow listener = ListenerRow.get(steps.layout(steps.read()), ListenerPage.listener(context));
        RouteRow route = row(context, listener);
        String name = listener.name();
        String subject = name + ", route " + route.number();
        return new RemovalEdit(
                new RemovalEdit.Target(
                        "route",
                        "Delete route " + route.number(),
                        subject,
                        Owner.listener(name),
                        Links.listenerForm(name)),
                ADDRESS + "/delete",
                Map.of("listener", name, "route", Integer.toString(route.number()), "mark", route.mark()),
                List.of("It leads " + route.matches() + " to " + route.cluster()
                        + ". What it matches goes to the next route that matches, or is answered by 404."),
                now -> path(now, name, route.number()),
                now -> obstacle(now, name),
                input);
    }

    private static List<String> path(Layout file, String listener, int number) {
        List<String> list = SectionForm.plus(ListenerRow.get(file, listener).path(), "routes");
        return SectionForm.plus(list, Integer.toString(number - 1));
    }

    private static String obstacle(Layout file, String listener) {
        return RouteRow.of(ListenerRow.get(file, listener).layout()).size() > 1
                ? ""
                : "it is the only route of '" + listener
                        + "', which must lead somewhere; choose a cluster in the listener's form instead";
    }
}
