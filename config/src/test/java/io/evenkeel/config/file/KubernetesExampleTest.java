// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Settings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The manifests in examples/kubernetes: they refer to what there is, and fit the configuration that they carry. */
final class KubernetesExampleTest {

    private static final Path FOLDER = Path.of("../examples/kubernetes");

    private final List<Map<String, Object>> objects = new ArrayList<>();
    private Map<String, Object> pod;
    private Map<String, Object> container;

    @BeforeEach
    void read() throws IOException {
        for (Object name : list(load("kustomization.yaml").get(0), "resources")) {
            objects.addAll(load(name.toString()));
        }
        pod = map(map(object("Deployment", "evenkeel"), "spec"), "template");
        container = item(list(map(pod, "spec"), "containers"), "evenkeel");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> load(String file) throws IOException {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Object each : new Load(
                        LoadSettings.builder().setAllowDuplicateKeys(false).build())
                .loadAllFromString(Files.readString(FOLDER.resolve(file)))) {
            all.add((Map<String, Object>) each);
        }
        return all;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> in, String key) {
        return (Map<String, Object>) Objects.requireNonNull(in.get(key), key);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Map<String, Object> in, String key) {
        return (List<Object>) Objects.requireNonNull(in.get(key), key);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> item(List<Object> all, @Nullable Object name) {
        return all.stream()
                .map(each -> (Map<String, Object>) each)
                .filter(each -> Objects.equals(name, each.get("name")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + name + " in " + all));
    }

    private Map<String, Object> object(String kind, @Nullable Object name) {
        return objects.stream()
                .filter(each -> kind.equals(each.get("kind"))
                        && Objects.equals(name, map(each, "metadata").get("name")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + kind + " " + name));
    }

    private Settings settings() throws Exception {
        String text =
                String.valueOf(map(object("ConfigMap", "evenkeel"), "data").get("evenkeel.yaml"));
        // the folder of state is there in the pod only
        String here = text.replace("state-dir: /var/lib/evenkeel\n", "");
        assertThat(here).isNotEqualTo(text);
        return new SettingsFile("evenkeel.yaml", null, here, name -> name.equals("EVENKEEL_ADMIN_TOKEN") ? "t" : null)
                .load();
    }

    @Test
    void everyManifestIsListed() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.equals("kustomization.yaml")))
                    .containsExactlyInAnyOrderElementsOf(
                            list(load("kustomization.yaml").get(0), "resources").stream()
                                    .map(Object::toString)
                                    .toList());
        }
    }

    @Test
    void everyReferenceLeadsToSomething() {
        Map<String, Object> spec = map(pod, "spec");
        assertThat(spec.get("serviceAccountName")).isEqualTo("evenkeel");
        object("ServiceAccount", "evenkeel");
        Map<String, Object> binding = object("RoleBinding", "evenkeel");
        object("Role", map(binding, "roleRef").get("name"));
        assertThat(list(binding, "subjects")).isEqualTo(List.of(Map.of("kind", "ServiceAccount", "name", "evenkeel")));
        for (Object mount : list(container, "volumeMounts")) {
            item(list(spec, "volumes"), ((Map<?, ?>) mount).get("name"));
        }
        object(
                "ConfigMap",
                map(item(list(spec, "volumes"), "config"), "configMap").get("name"));

        Map<String, Object> labels = map(map(pod, "metadata"), "labels");
        assertThat(map(map(map(object("Deployment", "evenkeel"), "spec"), "selector"), "matchLabels"))
                .isEqualTo(labels);
        assertThat(map(map(map(object("PodDisruptionBudget", "evenkeel"), "spec"), "selector"), "matchLabels"))
                .isEqualTo(labels);
        Map<String, Object> service = map(object("Service", "evenkeel"), "spec");
        assertThat(map(service, "selector")).isEqualTo(labels);
        for (Object port : list(service, "ports")) {
            item(list(container, "ports"), ((Map<?, ?>) port).get("targetPort"));
        }
    }

    @Test
    void mayWatchEndpointSlicesAndNothingElse() {
        assertThat(list(object("Role", "evenkeel"), "rules"))
                .isEqualTo(List.of(Map.of(
                        "apiGroups", List.of("discovery.k8s.io"),
                        "resources", List.of("endpointslices"),
                        "verbs", List.of("get", "list", "watch"))));
    }

    @Test
    void theConfigurationIsValidAndFitsThePod() throws Exception {
        Settings settings = settings();

        Map<String, Integer> ports = new HashMap<>();
        for (Object each : list(container, "ports")) {
            Map<?, ?> port = (Map<?, ?>) each;
            ports.put(String.valueOf(port.get("name")), (Integer) port.get("containerPort"));
        }
        assertThat(settings.listeners().get(0).address().port()).isEqualTo(ports.get("http"));
        assertThat(settings.admin().address()).isNotNull();
        assertThat(String.valueOf(settings.admin().address()))
                .as("the port that the probes ask, where they need no token")
                .isEqualTo("127.0.0.1:8111");
        DiscoverSettings discover =
                Objects.requireNonNull(settings.clusters().get("shop")).discover();
        assertThat(Objects.requireNonNull(discover).source())
                .isEqualTo(new SourceSettings.Kubernetes(null, "shop", "http", null, null));
        assertThat(item(list(container, "volumeMounts"), "state").get("mountPath"))
                .isEqualTo("/var/lib/evenkeel");
        assertThat(item(list(container, "env"), "EVENKEEL_ADMIN_TOKEN")).containsKey("valueFrom");
    }

    @Test
    void probesAskTheRightPages() {
        for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            String program = "/usr/bin/healthcheck";
            assertThat(list(map(map(container, probe), "exec"), "command"))
                    .as(probe)
                    .isEqualTo(probe.equals("readinessProbe") ? List.of(program, "/readyz") : List.of(program));
        }
    }

    /** A pod that is killed while it drains fails requests. */
    @Test
    void theGracePeriodIsLongerThanNoticeAndDrain() throws Exception {
        Settings settings = settings();
        long graceS =
                ((Number) Objects.requireNonNull(map(pod, "spec").get("terminationGracePeriodSeconds"))).longValue();
        long stopS = settings.engine().notice().plus(settings.engine().drain()).toSeconds();
        Map<String, Object> readiness = map(container, "readinessProbe");
        int noticedS = (Integer) Objects.requireNonNull(readiness.get("periodSeconds"))
                * (Integer) Objects.requireNonNull(readiness.get("failureThreshold"));

        assertThat(graceS).isGreaterThan(stopS + 5);
        assertThat(settings.engine().notice().toSeconds())
                .as("the probe fails before listening ends")
                .isGreaterThan(noticedS);
    }
}
