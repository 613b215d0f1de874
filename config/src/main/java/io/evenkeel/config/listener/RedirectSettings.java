// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer that sends clients elsewhere.
 *
 * @param to a URL or a path with the placeholders {@code {host}}, {@code {path}} and {@code {query}}, or {@link #HTTPS}
 * @param status 301, 302, 303, 307 or 308
 * @param hosts the hosts that {@code {host}} may stand for; empty for those of the route, or any
 * @param port of the URL with {@link #HTTPS}; null for that of https
 */
public record RedirectSettings(
        String to, int status, List<String> hosts, @Nullable Integer port) {

    /** The same host, path and query by https. */
    public static final String HTTPS = "https";

    public RedirectSettings {
        hosts = List.copyOf(hosts);
    }
}
