// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

/**
 * The memory of the cache that the routes with {@code cache} share.
 *
 * @param memory octets outside the heap for stored answers
 */
public record CacheSettings(long memory) {

    public static final CacheSettings DEFAULTS = new CacheSettings(64L << 20);
}
