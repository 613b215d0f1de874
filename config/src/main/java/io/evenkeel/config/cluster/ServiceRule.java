// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import org.jspecify.annotations.Nullable;

/**
 * A rule that tells the service of a request by its path. It fits when all fits that is given, and one of the two is.
 *
 * @param name of the service; several rules may have one
 * @param path the beginning of the path, up to a border of its segments; null for any
 * @param suffix the end of the path, such as {@code .mp4}; null for any
 */
public record ServiceRule(
        String name, @Nullable String path, @Nullable String suffix) {}
