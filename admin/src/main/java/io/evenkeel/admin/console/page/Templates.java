// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.HealthLine;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders templates, which were compiled with the program; they escape every value they are given. */
public final class Templates {

    private static final List<String> FILES = List.of(
            "charts.css",
            "charts.js",
            "config.js",
            "console.css",
            "console.js",
            "decisions.js",
            "echarts.min.js",
            "htmx.min.js",
            "icon.svg",
            "news.js",
            "overview.js");

    private final Control control;
    private final Assets assets;
    private @Nullable TemplateEngine engine;

    public Templates(Control control, Assets assets) {
        this.control = control;
        this.assets = assets;
    }

    /** Answers with a page; the model's names are the template's parameters. */
    public void show(Context context, String template, String title, String live, Map<String, Object> model) {
        Map<String, Object> all = new HashMap<>(model);
        all.put("frame", frame(context, template, title, live));
        StringOutput html = new StringOutput();
        engine().render(template + ".jte", all, html);
        context.contentType("text/html; charset=utf-8").result(html.toString());
    }

    private Frame frame(Context context, String template, String title, String live) {
        Map<String, String> addresses = new HashMap<>();
        FILES.forEach(name -> addresses.put(name, assets.address(name)));
        boolean known = Callers.find(context).isPresent();
        List<ClusterView> clusters = known ? control.clusters() : List.of();
        HealthLine health = known ? HealthLine.of(control.dispatcher(), clusters) : null;
        return new Frame(
                title,
                template,
                Callers.find(context).orElse(null),
                clusters.stream().map(ClusterView::name).toList(),
                known && caches(control.settings()),
                health,
                known && live.isEmpty() ? "view=" + Frame.HEALTH : live,
                addresses);
    }

    private static boolean caches(Settings settings) {
        return settings.listeners().stream()
                .flatMap(listener -> listener.routes().stream())
                .anyMatch(route -> route.rules().cache() != null);
    }

    private synchronized TemplateEngine engine() {
        if (engine == null) {
            engine = TemplateEngine.createPrecompiled(
                    null, ContentType.Html, Templates.class.getClassLoader(), "io.evenkeel.admin.console.template");
        }
        return engine;
    }
}
