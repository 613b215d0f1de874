// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.console.form.FormSheet.Owner;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.config.schema.ConfigSchema;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;

/** Clusters: to make, change and delete one. */
final class ClusterPage {

    static final String LIST = Links.CONFIG;
    static final String ADDRESS = LIST + "/cluster";

    private final PolicyCatalog catalog = PolicyCatalog.load();
    private final EditSteps steps;

    ClusterPage(EditSteps steps) {
        this.steps = steps;
    }

    void route(RoutesConfig routes) {
        steps.route(routes, ADDRESS, this::edit);
        steps.route(routes, ADDRESS + "/new", (context, input) -> fresh(input));
        steps.route(routes, ADDRESS + "/delete", this::departure);
    }

    /** The policies there are, for a page that lets one choose. */
    static List<PolicyType> policies(FormSheet sheet) {
        boolean chooses = sheet.kind() == FormSheet.Kind.CLUSTER || sheet.kind() == FormSheet.Kind.NEW_CLUSTER;
        return chooses ? List.copyOf(PolicyCatalog.load().all()) : List.of();
    }

    /** The cluster that the address or the form names, which must be in the file. */
    static String cluster(Context context, Layout file) {
        String name = EditSteps.named(context, "cluster");
        if (name.isEmpty() || file.find(List.of("clusters", name)).isEmpty()) {
            throw new ApiRefusal(
                    404, "the configuration file has no cluster '" + name + "'", "See " + LIST + " for those it has.");
        }
        return name;
    }

    private Edit fresh(FormInput input) {
        return new NewCluster(ConfigSchema.FILE, catalog, input);
    }

    private Edit edit(Context context, FormInput input) {
        String cluster = cluster(context, steps.layout(steps.read()));
        return new ClusterEdit(ConfigSchema.FILE, catalog, cluster, input);
    }

    private Edit departure(Context context, FormInput input) {
        Layout file = steps.layout(steps.read());
        String cluster = cluster(context, file);
        List<String> facts = ClusterReferences.of(file, cluster).stream()
                .map(use -> "It is used by " + use + ".")
                .toList();
        return new RemovalEdit(
                new RemovalEdit.Target("cluster", "Delete cluster " + cluster, cluster, Owner.cluster(cluster), LIST),
                ADDRESS + "/delete",
                Map.of("cluster", cluster),
                facts,
                now -> List.of("clusters", cluster),
                now -> obstacle(now, cluster),
                input);
    }

    private static String obstacle(Layout file, String cluster) {
        List<String> uses = ClusterReferences.of(file, cluster);
        return uses.isEmpty() ? "" : "it is used by " + String.join("; ", uses) + ". Lead them elsewhere first";
    }
}
