// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * Figures of what the cache bears; counts are since the start.
 *
 * @param pinned octets that clients keep which take answers slowly
 * @param crowded requests that went to a node although an answer was stored, because such clients keep too much
 * @param refused answers that were not stored, because memory is full and hardly any URL is asked for again
 * @param packFailures times that answers could not be packed because of an error
 */
public record CacheStrain(long pinned, long crowded, long refused, long packFailures) {}
