// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.view.ExpiryNotice;
import io.evenkeel.config.schema.ConfigSchema;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Listeners: to make, change and delete one. */
final class ListenerPage {

    static final String ADDRESS = Links.CONFIG + "/listener";

    private final Control control;
    private final EditSteps steps;

    ListenerPage(Control control, EditSteps steps) {
        this.control = control;
        this.steps = steps;
    }

    void route(RoutesConfig routes) {
        steps.route(routes, ADDRESS, this::edit);
        steps.route(routes, ADDRESS + "/new", (context, input) -> fresh(input));
        steps.route(routes, ADDRESS + "/delete", this::departure);
    }

    /** The listener that the address or the form names. */
    static String listener(Context context) {
        return EditSteps.named(context, "listener");
    }

    private Edit fresh(FormInput input) {
        return new ListenerEdit(ConfigSchema.FILE, "", input, file -> "");
    }

    private Edit edit(Context context, FormInput input) {
        String listener =
                ListenerRow.get(steps.layout(steps.read()), listener(context)).name();
        if (listener.isEmpty()) {
            throw new ApiRefusal(404, "the listener has neither name nor address", "Mend it as text.");
        }
        return new ListenerEdit(ConfigSchema.FILE, listener, input, file -> certificate(listener, file));
    }

    /** The names and the expiry of a certificate in force; empty when there is none from that file. */
    private String certificate(String listener, String file) {
        Path wanted;
        try {
            wanted = Path.of(control.configuration().file().orElse(""))
                    .toAbsolutePath()
                    .resolveSibling(file)
                    .normalize();
        } catch (InvalidPathException e) {
            return "";
        }
        return control.dispatcher().listeners().stream()
                .filter(each -> each.name().equals(listener))
                .flatMap(each -> each.certificates().stream())
                .filter(each -> each.file().equals(wanted.toString()))
                .findFirst()
                .map(each -> "For " + each.names() + "; its " + each.kind().toUpperCase(Locale.ROOT) + " certificate "
                        + ExpiryNotice.left(each, System.currentTimeMillis()) + ".")
                .orElse("");
    }

    private Edit departure(Context context, FormInput input) {
        String listener =
                ListenerRow.get(steps.layout(steps.read()), listener(context)).name();
        RemovalEdit.Target target = new RemovalEdit.Target(
                "listener", "Delete listener " + listener, listener, Owner.listener(listener), Links.CONFIG);
        return new RemovalEdit(
                target,
                ADDRESS + "/delete",
                Map.of("listener", listener),
                facts(listener),
                file -> ListenerRow.get(file, listener).path(),
                ListenerPage::obstacle,
                input);
    }

    private static String obstacle(Layout file) {
        return ListenerRow.of(file).size() > 1
                ? ""
                : "it is the only listener, and nobody could connect; make another one first";
    }

    /** The traffic that still comes in there. */
    private List<String> facts(String listener) {
        return control.dispatcher().listeners().stream()
                .filter(each -> each.name().equals(listener))
                .findFirst()
                .map(each -> List.of(
                        "It listens on " + each.address() + ".",
                        "Open connections: " + each.traffic().open()
                                + ". They end when their task does; no more come in."))
                .orElse(List.of("It is in the file, but not in force."));
    }
}
