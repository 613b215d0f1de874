// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a listener or of one of its routes for what passes there.
 *
 * @param headers fields set, added and taken out; of a route only, since a listener has them beside its rules
 * @param access the networks that may come in
 * @param redirect the answer that sends clients elsewhere; null for none
 * @param path the change of paths on their way to a node
 * @param canary the part of the requests that goes to another cluster; null for none
 * @param mirror the part of the requests of which another cluster gets a copy; null for none
 * @param errorPages HTML for people by status, such as {@code 503}, or by class, {@code 4xx} or {@code 5xx}
 * @param basic the users that may come in with a password; null for everybody
 * @param jwt the tokens that clients must show; null for none
 * @param cache the rules by which answers of a route are used again; null where none is stored
 */
public record RuleSettings(
        HeaderSettings headers,
        AccessSettings access,
        @Nullable RedirectSettings redirect,
        PathSettings path,
        @Nullable CanarySettings canary,
        @Nullable MirrorSettings mirror,
        Map<String, String> errorPages,
        @Nullable BasicSettings basic,
        @Nullable JwtSettings jwt,
        @Nullable RouteCacheSettings cache) {

    public static final RuleSettings NONE = new RuleSettings(
            HeaderSettings.NONE, AccessSettings.ALL, null, PathSettings.SAME, null, null, Map.of(), null, null, null);

    public RuleSettings {
        errorPages = Map.copyOf(errorPages);
    }

    public RuleSettings with(HeaderSettings other) {
        return new RuleSettings(other, access, redirect, path, canary, mirror, errorPages, basic, jwt, cache);
    }

    public RuleSettings with(AccessSettings other) {
        return new RuleSettings(headers, other, redirect, path, canary, mirror, errorPages, basic, jwt, cache);
    }

    public RuleSettings with(RedirectSettings other) {
        return new RuleSettings(headers, access, other, path, canary, mirror, errorPages, basic, jwt, cache);
    }

    public RuleSettings with(PathSettings other) {
        return new RuleSettings(headers, access, redirect, other, canary, mirror, errorPages, basic, jwt, cache);
    }

    public RuleSettings with(CanarySettings other) {
        return new RuleSettings(headers, access, redirect, path, other, mirror, errorPages, basic, jwt, cache);
    }

    public RuleSettings with(MirrorSettings other) {
        return new RuleSettings(headers, access, redirect, path, canary, other, errorPages, basic, jwt, cache);
    }

    public RuleSettings with(Map<String, String> otherPages) {
        return new RuleSettings(headers, access, redirect, path, canary, mirror, otherPages, basic, jwt, cache);
    }

    public RuleSettings with(BasicSettings other) {
        return new RuleSettings(headers, access, redirect, path, canary, mirror, errorPages, other, jwt, cache);
    }

    public RuleSettings with(JwtSettings other) {
        return new RuleSettings(headers, access, redirect, path, canary, mirror, errorPages, basic, other, cache);
    }

    public RuleSettings with(RouteCacheSettings other) {
        return new RuleSettings(headers, access, redirect, path, canary, mirror, errorPages, basic, jwt, other);
    }
}
