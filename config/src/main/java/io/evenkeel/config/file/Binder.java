// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.CacheSettings;
import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.HistorySettings;
import io.evenkeel.config.LogRotation;
import io.evenkeel.config.LogSettings;
import io.evenkeel.config.ProtectSettings;
import io.evenkeel.config.Settings;
import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.SyslogFacility;
import io.evenkeel.config.SyslogForm;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.alert.AlertBinder;
import io.evenkeel.config.file.join.JoinCheck;
import io.evenkeel.config.file.rule.RuleBinder;
import io.evenkeel.config.file.telemetry.TelemetryCheck;
import io.evenkeel.config.file.tls.TlsSheet;
import io.evenkeel.config.listener.ClientTimeouts;
import io.evenkeel.config.listener.ConnectionLimits;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.Http2Settings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.RateSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.TlsSettings;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.policy.PolicyCatalog;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns an error-free tree into records. Relative paths become absolute, from the folder of the file. */
final class Binder {

    private static final String STREAM = "-";

    private Binder() {}

    static Settings settings(ParsedSection file, PolicyCatalog catalog, TlsSheet tls, FileGate gate) {
        Map<String, ClusterSettings> clusters = new LinkedHashMap<>();
        file.section("clusters").items().forEach((name, item) -> {
            ParsedSection block = (ParsedSection) item.value();
            clusters.put(
                    name,
                    ClusterBinder.cluster(name, block, catalog, tls.clusters().get(block), gate));
        });
        List<ListenerSettings> listeners = file.blocks("listeners").stream()
                .map(block -> listener(block, tls.listeners().get(block), gate))
                .toList();
        return new Settings(
                listeners,
                clusters,
                admin(file.block("admin"), tls.admin(), gate),
                log(file.section("log"), gate),
                engine(file.section("engine")),
                new ClusterKey(file.find("cluster-key", String.class), file.find("old-cluster-key", String.class)),
                tls.acme(),
                AlertBinder.alerts(file.block("alerts"), gate),
                TelemetryCheck.read(file.block("telemetry")),
                new CacheSettings(file.section("cache").value("memory", Long.class)),
                JoinCheck.read(file.block("join")));
    }

    private static ListenerSettings listener(ParsedSection block, @Nullable ListenerTls tls, FileGate gate) {
        return new ListenerSettings(
                block.value("name", String.class),
                block.value("address", HostPort.class),
                block.value("protocol", ListenerSettings.Protocol.class),
                routes(block, gate),
                timeouts(block.section("timeouts")),
                limits(block.section("limits")),
                connections(block.section("limits")),
                trusted(block.item("trusted")),
                block.value("accept-proxy", Boolean.class),
                forward(block.section("forwarded"), block.item("trusted-fields")),
                RuleBinder.headers(block.section("headers")),
                block.find("paths", PathRule.class),
                block.value("mode", ListenerSettings.Mode.class),
                new Http2Settings(
                        block.value("http2", Boolean.class),
                        block.section("limits").value("streams", Integer.class)),
                tls,
                rate(block.section("limits").block("rate")),
                mcmp(block),
                RuleBinder.listener(block, gate));
    }

    private static @Nullable McmpSettings mcmp(ParsedSection block) {
        if (block.value("protocol", ListenerSettings.Protocol.class) != ListenerSettings.Protocol.MCMP) {
            return null;
        }
        return new McmpSettings(
                block.gives("allow") ? trusted(block.item("allow")) : McmpSettings.DEFAULTS.allow(),
                block.value("match-hosts", Boolean.class));
    }

    private static @Nullable RateSettings rate(@Nullable ParsedSection block) {
        if (block == null) {
            return null;
        }
        ParsedSection by = block.section("by");
        return new RateSettings(
                block.value("requests", Integer.class),
                block.value("per", Duration.class),
                block.value("burst", Integer.class),
                by.find("header", String.class),
                by.find("cookie", String.class),
                block.value("clients", Integer.class));
    }

    private static List<RouteSettings> routes(ParsedSection listener, FileGate gate) {
        String cluster = listener.find("cluster", String.class);
        if (cluster != null) {
            return List.of(new RouteSettings(null, null, cluster));
        }
        return listener.blocks("routes").stream()
                .map(route -> route(route, gate))
                .toList();
    }

    private static RouteSettings route(ParsedSection block, FileGate gate) {
        String host = block.find("host", String.class);
        return new RouteSettings(
                host == null ? null : host.toLowerCase(Locale.ROOT),
                block.find("path", String.class),
                block.find("cluster", String.class),
                RuleBinder.route(block, gate));
    }

    private static ClientTimeouts timeouts(ParsedSection block) {
        return new ClientTimeouts(
                block.value("head", Duration.class),
                block.value("body", Duration.class),
                block.value("idle", Duration.class));
    }

    private static RequestLimits limits(ParsedSection block) {
        return new RequestLimits(
                Math.toIntExact(block.value("head", Long.class)),
                Math.toIntExact(block.value("target", Long.class)),
                block.value("fields", Integer.class),
                block.value("body", Long.class));
    }

    private static ConnectionLimits connections(ParsedSection block) {
        return new ConnectionLimits(
                block.value("connections", Integer.class), block.value("connections-per-address", Integer.class));
    }

    private static List<Network> trusted(@Nullable Item networks) {
        return networks == null
                ? List.of()
                : networks.items().stream().map(item -> (Network) item.value()).toList();
    }

    private static ForwardSettings forward(ParsedSection block, @Nullable Item believed) {
        return new ForwardSettings(
                block.value("x-forwarded", Boolean.class),
                block.value("rfc7239", Boolean.class),
                block.value("via", Boolean.class),
                believed == null ? OriginField.X_FORWARDED : origins(believed));
    }

    private static Set<OriginField> origins(Item words) {
        Set<OriginField> fields = new HashSet<>();
        for (Item word : words.items()) {
            ((Set<?>) word.value()).forEach(field -> fields.add((OriginField) field));
        }
        return fields;
    }

    private static AdminSettings admin(@Nullable ParsedSection block, @Nullable TlsSettings tls, FileGate gate) {
        return block == null
                ? new AdminSettings(null, null)
                : new AdminSettings(
                        block.value("address", HostPort.class),
                        block.find("token", String.class),
                        history(block.block("history"), gate),
                        tls,
                        broker(block.section("broker")));
    }

    private static BrokerSettings broker(ParsedSection block) {
        Duration quantum = block.value("quantum", Duration.class);
        Duration most = block.value("max-quantum", Duration.class);
        return new BrokerSettings(
                quantum.compareTo(most) > 0 ? most : quantum,
                most,
                block.value("access", BrokerSettings.Access.class),
                block.value("rate", Double.class),
                block.value("burst", Integer.class));
    }

    private static HistorySettings history(@Nullable ParsedSection block, FileGate gate) {
        if (block == null) {
            return HistorySettings.OFF;
        }
        String path = block.find("path", String.class);
        return new HistorySettings(
                true, path == null ? null : gate.place(path).toString(), block.value("size", Long.class));
    }

    /** The path of a log, or the word for a standard stream; null when it is absent. */
    private static @Nullable String logFile(ParsedSection block, FileGate gate) {
        String path = block.find("file", String.class);
        return path == null
                ? null
                : path.equals(STREAM) ? STREAM : gate.place(path).toString();
    }

    private static LogSettings log(ParsedSection block, FileGate gate) {
        ParsedSection access = block.block("access");
        String file = logFile(block, gate);
        SyslogSettings syslog = syslog(block.block("syslog"));
        return new LogSettings(
                block.value("level", LogSettings.Level.class),
                STREAM.equals(file) && syslog == null ? null : file,
                access == null ? null : access(access, gate),
                rotation(block.block("rotate")),
                syslog);
    }

    private static @Nullable SyslogSettings syslog(@Nullable ParsedSection block) {
        if (block == null) {
            return null;
        }
        SyslogAddress address = block.value("address", SyslogAddress.class);
        Long limit = block.find("max-message", Long.class);
        return new SyslogSettings(
                address,
                block.value("facility", SyslogFacility.class),
                block.value("app-name", String.class),
                block.value("format", SyslogForm.class),
                limit == null ? address.transport().usualLimit() : limit.intValue());
    }

    private static LogRotation rotation(@Nullable ParsedSection block) {
        if (block == null) {
            return LogRotation.NONE;
        }
        Duration every = block.value("every", Duration.class);
        return new LogRotation(
                block.value("size", Long.class),
                every.isZero() ? null : every,
                block.value("keep", Integer.class),
                block.value("compress", Boolean.class));
    }

    private static LogSettings.AccessLogSettings access(ParsedSection block, FileGate gate) {
        String file = logFile(block, gate);
        SyslogSettings syslog = syslog(block.block("syslog"));
        return new LogSettings.AccessLogSettings(
                block.value("format", LogSettings.Format.class),
                file == null && syslog == null ? STREAM : file,
                rotation(block.block("rotate")),
                syslog);
    }

    private static EngineSettings engine(ParsedSection block) {
        return new EngineSettings(
                block.value("transport", EngineSettings.Transport.class),
                block.value("loops", Integer.class),
                block.value("drain", Duration.class),
                protect(block.section("protect")),
                block.value("notice", Duration.class));
    }

    private static ProtectSettings protect(ParsedSection block) {
        return new ProtectSettings(
                block.value("memory", Double.class),
                block.value("descriptors", Double.class),
                block.value("loop-lag", Duration.class));
    }
}
