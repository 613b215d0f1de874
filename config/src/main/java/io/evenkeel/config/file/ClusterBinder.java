// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.config.cluster.HealthSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.OverloadSettings;
import io.evenkeel.config.cluster.PolicyChoice;
import io.evenkeel.config.cluster.PoolSettings;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.config.cluster.ServiceRule;
import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.config.file.discover.DiscoverBinder;
import io.evenkeel.config.file.discover.NodeBinder;
import io.evenkeel.config.file.overload.OverloadPage;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.PolicyCatalog;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the error-free tree of a cluster into its record. */
final class ClusterBinder {

    private ClusterBinder() {}

    static ClusterSettings cluster(
            String name, ParsedSection block, PolicyCatalog catalog, @Nullable NodeTls tls, FileGate gate) {
        AgentSettings agent = agent(block.block("agent"));
        return new ClusterSettings(
                name,
                policy(block.section("policy"), agent, catalog),
                block.value("assign", ClusterSettings.Assign.class),
                block.blocks("nodes").stream().map(NodeBinder::node).toList(),
                agent,
                health(block.block("health")),
                ejection(block.section("ejection")),
                timeouts(block.section("timeouts")),
                retry(block.section("retry")),
                queue(block.section("queue")),
                pool(block.section("pool")),
                block.value("slow-start", Duration.class),
                block.value("panic", ClusterSettings.Panic.class),
                block.value("request-classes", Integer.class),
                block.value("proxy-protocol", ClusterSettings.ProxyProtocol.class),
                affinity(block.section("affinity")),
                block.blocks("services").stream().map(ClusterBinder::service).toList(),
                tls,
                block.value("protocol", NodeProtocol.class),
                overload(block.section("overload"), gate),
                DiscoverBinder.discover(block.block("discover"), gate));
    }

    private static OverloadSettings overload(ParsedSection block, FileGate gate) {
        String field = block.find("patience-header", String.class);
        String page = block.find("page", String.class);
        return new OverloadSettings(
                block.value("admit-sessions", Boolean.class),
                block.blocks("classes").stream().map(ClusterBinder::queueClass).toList(),
                field == null ? null : field.toLowerCase(Locale.ROOT),
                page == null ? null : OverloadPage.checked(page, gate),
                block.value("wait-for-workers", Boolean.class),
                block.value("learn-concurrency", Boolean.class),
                block.value("learn-patience", Boolean.class));
    }

    private static QueueClass queueClass(ParsedSection block) {
        String host = block.find("host", String.class);
        String header = block.find("header", String.class);
        Item networks = block.item("network");
        return new QueueClass(
                block.value("name", String.class),
                block.find("path", String.class),
                host == null ? null : host.toLowerCase(Locale.ROOT),
                header,
                block.find("cookie", String.class),
                block.value("session", QueueClass.SessionKind.class),
                networks == null
                        ? List.of()
                        : networks.items().stream()
                                .map(item -> (Network) item.value())
                                .toList(),
                block.value("share", Double.class),
                block.value("priority", Integer.class));
    }

    private static ServiceRule service(ParsedSection block) {
        return new ServiceRule(
                block.value("name", String.class),
                block.find("path", String.class),
                block.find("suffix", String.class));
    }

    /**
     * The samples of a policy come as often as the agents are asked, unless its own parameter {@code period} says
     * otherwise.
     */
    private static PolicyChoice policy(ParsedSection block, @Nullable AgentSettings agent, PolicyCatalog catalog) {
        String name = block.value("name", String.class);
        Map<String, Double> options = new HashMap<>();
        for (Parameter parameter : catalog.find(name).orElseThrow().parameters()) {
            Item item = block.item(parameter.name());
            if (item != null) {
                options.put(
                        parameter.name(),
                        item.value() instanceof Double number
                                ? number
                                : (double) parameter.choices().indexOf(item.text()));
            } else if (parameter.name().equals("period") && agent != null) {
                options.put(parameter.name(), agent.periodS(parameter));
            }
        }
        return new PolicyChoice(name, options);
    }

    private static AffinitySettings affinity(ParsedSection block) {
        return new AffinitySettings(
                block.value("mode", AffinitySettings.Mode.class),
                block.value("strict", Boolean.class),
                block.value("cookie", String.class),
                new OwnCookie(
                        block.value("name", String.class),
                        block.value("path", String.class),
                        block.find("domain", String.class),
                        block.find("age", Duration.class),
                        block.value("secure", AffinitySettings.Secure.class),
                        block.value("same-site", AffinitySettings.SameSite.class)),
                block.value("entries", Integer.class),
                block.value("idle", Duration.class),
                store(block.block("store")),
                block.find("response-time", String.class));
    }

    private static @Nullable StoreSettings store(@Nullable ParsedSection block) {
        return block == null
                ? null
                : new StoreSettings(
                        block.value("url", String.class),
                        block.find("user", String.class),
                        block.find("password", String.class),
                        block.value("timeout", Duration.class));
    }

    private static @Nullable AgentSettings agent(@Nullable ParsedSection block) {
        if (block == null) {
            return null;
        }
        Duration interval = block.value("interval", Duration.class);
        Duration timeout = block.find("timeout", Duration.class);
        Duration retry = block.value("retry", Duration.class);
        Duration usual = AgentSettings.DEFAULTS.timeout();
        return new AgentSettings(
                block.value("path", String.class),
                block.value("port", Integer.class),
                interval,
                timeout != null ? timeout : interval.compareTo(usual) < 0 ? interval : usual,
                retry.compareTo(interval) < 0 ? interval : retry,
                block.find("token", String.class),
                block.find("secret", String.class),
                block.value("register", Boolean.class));
    }

    private static @Nullable HealthSettings health(@Nullable ParsedSection block) {
        if (block == null) {
            return null;
        }
        String status = block.value("status", String.class);
        return new HealthSettings(
                block.find("path", String.class),
                block.find("grpc", String.class),
                block.find("host", String.class),
                Integer.parseInt(status.substring(0, 3)),
                Integer.parseInt(status.substring(status.length() - 3)),
                block.value("interval", Duration.class),
                block.value("timeout", Duration.class),
                block.value("fall", Integer.class),
                block.value("rise", Integer.class));
    }

    private static EjectionSettings ejection(ParsedSection block) {
        if (block.isOff()) {
            EjectionSettings unused = EjectionSettings.DEFAULTS;
            return new EjectionSettings(
                    false,
                    unused.consecutive(),
                    unused.failureShare(),
                    unused.latencyFactor(),
                    unused.minTasks(),
                    unused.window(),
                    unused.base(),
                    unused.max(),
                    unused.maxShare());
        }
        return new EjectionSettings(
                true,
                block.value("consecutive", Integer.class),
                block.value("failure-share", Double.class),
                block.value("latency-factor", Double.class),
                block.value("min-tasks", Integer.class),
                block.value("window", Duration.class),
                block.value("base", Duration.class),
                block.value("max", Duration.class),
                block.value("max-share", Double.class),
                block.value("retry-after", Duration.class));
    }

    private static NodeTimeouts timeouts(ParsedSection block) {
        return new NodeTimeouts(
                block.value("connect", Duration.class),
                block.value("response", Duration.class),
                block.value("tunnel", Duration.class));
    }

    private static RetrySettings retry(ParsedSection block) {
        return new RetrySettings(block.value("attempts", Integer.class), block.value("budget", Double.class));
    }

    private static QueueSettings queue(ParsedSection block) {
        return new QueueSettings(
                block.value("size", Integer.class),
                block.value("timeout", Duration.class),
                block.value("discipline", QueueSettings.Discipline.class),
                block.value("target", Duration.class));
    }

    private static PoolSettings pool(ParsedSection block) {
        return new PoolSettings(block.value("max-idle", Integer.class), block.value("idle", Duration.class));
    }
}
