// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The rule that ties clients to nodes.
 *
 * @param mode the mark by which a client's node is found again
 * @param strict true when no other node than its own may serve a client; false when others may while it cannot
 * @param cookie name of the cookie in which the application keeps its session
 * @param ours the dispatcher's own cookie, for {@link Mode#COOKIE}
 * @param entries most sessions that are remembered
 * @param idle time without a request after which a session is over
 * @param store the place where {@link Mode#LEARNED} shares sessions with other dispatchers; null when it does not
 * @param responseTime the name of the cookie in which clients keep the time of their last answer; null for none
 */
public record AffinitySettings(
        Mode mode,
        boolean strict,
        String cookie,
        OwnCookie ours,
        int entries,
        Duration idle,
        @Nullable StoreSettings store,
        @Nullable String responseTime) {

    /** Affinity of a dispatcher that shares its sessions with no other. */
    public AffinitySettings(Mode mode, boolean strict, String cookie, OwnCookie ours, int entries, Duration idle) {
        this(mode, strict, cookie, ours, entries, idle, null, null);
    }

    /** No affinity. */
    public static final AffinitySettings NONE =
            new AffinitySettings(Mode.NONE, false, "JSESSIONID", OwnCookie.DEFAULTS, 1_000_000, Duration.ofMinutes(30));

    private static final int MOST_COUNTED = 200_000;

    /** The mark by which a client's node is found again. */
    public enum Mode {
        /** No mark: each request goes where the policy says. */
        NONE,
        /** A signed cookie of the dispatcher. */
        COOKIE,
        /** The route that the app server appends to the session's identifier. */
        JVM_ROUTE,
        /** The application's session cookie, remembered with the node that set it. */
        LEARNED,
        /** The client's address, remembered with the node that the policy chose for it. */
        SOURCE_IP
    }

    /** The rule for the attribute {@code Secure} of the cookie. */
    public enum Secure {
        /** Set for requests that came by https. */
        AUTO,
        ALWAYS,
        NEVER
    }

    /** The attribute {@code SameSite} of the cookie. */
    public enum SameSite {
        LAX("Lax"),
        STRICT("Strict"),
        NONE("None");

        private final String word;

        SameSite(String word) {
            this.word = word;
        }

        /** The value as it stands in a cookie. */
        public String word() {
            return word;
        }
    }

    /**
     * The cookie that the dispatcher sets itself.
     *
     * @param domain null to leave the attribute out
     * @param age null for a cookie that ends with the browser; then it is good for a week without a request
     */
    public record OwnCookie(
            String name,
            String path,
            @Nullable String domain,
            @Nullable Duration age,
            Secure secure,
            SameSite sameSite) {

        /** A session cookie for all paths. */
        public static final OwnCookie DEFAULTS = new OwnCookie("EVENKEEL", "/", null, null, Secure.AUTO, SameSite.LAX);

        /** True when the cookie is {@code Secure} for a request that came by https, or that did not. */
        public boolean isSecure(boolean https) {
            return secure == Secure.ALWAYS || (secure == Secure.AUTO && https);
        }
    }

    /** The most sessions that are followed: fewer where they are only counted than where they lead somewhere. */
    public int followed() {
        return mode == Mode.LEARNED ? entries : Math.min(entries, MOST_COUNTED);
    }

    /** True when requests of a client go to one node. */
    public boolean ties() {
        return mode != Mode.NONE;
    }
}
