// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import org.jspecify.annotations.Nullable;

/**
 * A rule that sends requests to a cluster.
 *
 * @param host exact host in lower case, or {@code *.example.org} for every name below it; null matches all
 * @param path path prefix that ends at a segment border ({@code /shop} matches {@code /shop} and
 *     {@code /shop/cart}); null matches all
 * @param cluster name of the cluster
 */
public record RouteSettings(@Nullable String host, @Nullable String path, String cluster) {}
