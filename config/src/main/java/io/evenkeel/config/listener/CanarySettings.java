// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import org.jspecify.annotations.Nullable;

/**
 * The part of a route's requests that goes to another cluster. Any of the three sends a request there.
 *
 * @param cluster the other one
 * @param share of the clients, 0.0 to 1.0
 * @param header a field that such requests have: {@code X-Canary}, or with a value, {@code X-Canary: 1}; null for none
 * @param cookie a cookie that such requests have: {@code canary}, or with a value, {@code canary=1}; null for none
 */
public record CanarySettings(
        String cluster,
        double share,
        @Nullable String header,
        @Nullable String cookie) {}
