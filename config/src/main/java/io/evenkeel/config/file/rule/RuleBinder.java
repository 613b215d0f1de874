// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.rule;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.file.overload.OverloadPage;
import io.evenkeel.config.listener.AccessSettings;
import io.evenkeel.config.listener.BasicSettings;
import io.evenkeel.config.listener.CanarySettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.JwtSettings;
import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.config.listener.PathSettings;
import io.evenkeel.config.listener.RedirectSettings;
import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RuleSettings;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.ParsedSection.Item;
import io.evenkeel.config.yaml.FileGate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns the error-free sections of listeners and routes into the records of their rules. */
public final class RuleBinder {

    private RuleBinder() {}

    /** The rules of a listener, which has its headers beside them. */
    public static RuleSettings listener(ParsedSection block, FileGate gate) {
        return new RuleSettings(
                HeaderSettings.NONE,
                new AccessSettings(networks(block.item("deny")), networks(block.item("allow"))),
                redirect(block.block("redirect")),
                PathSettings.SAME,
                null,
                null,
                pages(block.block("error-pages"), gate),
                basic(block.block("basic-auth"), gate),
                jwt(block.block("jwt"), gate),
                null);
    }

    /** The rules of a route. */
    public static RuleSettings route(ParsedSection block, FileGate gate) {
        RuleSettings common = listener(block, gate);
        return new RuleSettings(
                headers(block.section("headers")),
                common.access(),
                common.redirect(),
                new PathSettings(block.find("strip-prefix", String.class), block.find("add-prefix", String.class)),
                canary(block.block("canary")),
                mirror(block.block("mirror")),
                common.errorPages(),
                common.basic(),
                common.jwt(),
                cache(block.block("cache")));
    }

    /** The fields of a section {@code headers}. */
    public static HeaderSettings headers(ParsedSection block) {
        ParsedSection request = block.section("request");
        ParsedSection response = block.section("response");
        return new HeaderSettings(
                texts(request.item("remove")),
                texts(response.item("remove")),
                values(request.block("set")),
                values(response.block("set")),
                values(request.block("add")),
                values(response.block("add")),
                response.value("always", Boolean.class));
    }

    private static @Nullable RedirectSettings redirect(@Nullable ParsedSection block) {
        return block == null
                ? null
                : new RedirectSettings(
                        block.value("to", String.class),
                        block.value("status", Integer.class),
                        texts(block.item("hosts")).stream()
                                .map(host -> host.toLowerCase(Locale.ROOT))
                                .toList(),
                        block.find("port", Integer.class));
    }

    private static @Nullable CanarySettings canary(@Nullable ParsedSection block) {
        return block == null
                ? null
                : new CanarySettings(
                        block.value("cluster", String.class),
                        block.value("share", Double.class),
                        block.find("header", String.class),
                        block.find("cookie", String.class));
    }

    private static @Nullable MirrorSettings mirror(@Nullable ParsedSection block) {
        return block == null
                ? null
                : new MirrorSettings(
                        block.value("cluster", String.class),
                        block.value("share", Double.class),
                        Math.toIntExact(block.value("body", Long.class)),
                        block.value("in-flight", Integer.class));
    }

    private static @Nullable RouteCacheSettings cache(@Nullable ParsedSection block) {
        return block == null
                ? null
                : new RouteCacheSettings(
                        Math.toIntExact(block.value("max-object", Long.class)),
                        block.value("heuristic", Double.class),
                        block.value("stale-if-error", Duration.class),
                        block.value("wait", Duration.class),
                        block.value("cookies", RouteCacheSettings.CookieUse.class),
                        block.value("status", Boolean.class),
                        block.value("encode", Boolean.class));
    }

    private static Map<String, String> pages(@Nullable ParsedSection files, FileGate gate) {
        Map<String, String> pages = new LinkedHashMap<>();
        values(files).forEach((status, file) -> pages.put(status, OverloadPage.checked(file, gate)));
        return pages;
    }

    private static @Nullable BasicSettings basic(@Nullable ParsedSection block, FileGate gate) {
        return block == null
                ? null
                : new BasicSettings(
                        block.value("realm", String.class), UserFile.checked(block.value("users", String.class), gate));
    }

    private static @Nullable JwtSettings jwt(@Nullable ParsedSection block, FileGate gate) {
        if (block == null) {
            return null;
        }
        List<String> algorithms = texts(block.item("algorithms"));
        return new JwtSettings(
                KeyFile.checked(block.value("keys", String.class), gate),
                algorithms.isEmpty() ? List.of("RS256", "ES256") : algorithms,
                block.find("issuer", String.class),
                block.find("audience", String.class),
                block.value("skew", Duration.class),
                values(block.block("claims")));
    }

    private static List<Network> networks(@Nullable Item list) {
        return list == null
                ? List.of()
                : list.items().stream().map(item -> (Network) item.value()).toList();
    }

    private static Map<String, String> values(@Nullable ParsedSection named) {
        Map<String, String> values = new LinkedHashMap<>();
        if (named != null) {
            named.items().forEach((name, value) -> values.put(name, value.text()));
        }
        return values;
    }

    private static List<String> texts(@Nullable Item list) {
        return list == null ? List.of() : list.items().stream().map(Item::text).toList();
    }
}
