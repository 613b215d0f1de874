// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

/**
 * The treatment of clients that speak HTTP/2.
 *
 * @param allowed clients may speak it
 * @param streams the most requests of one connection at the same time
 */
public record Http2Settings(boolean allowed, int streams) {

    public static final Http2Settings DEFAULTS = new Http2Settings(true, 100);
}
