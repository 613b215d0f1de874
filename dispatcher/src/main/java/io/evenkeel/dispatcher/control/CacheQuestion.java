// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.net.InetAddress;
import java.util.List;

/**
 * A request about which somebody asks what the cache would do with it. It has no body.
 *
 * @param method such as {@code GET}
 * @param url in its whole form, with scheme and host
 * @param fields header lines, each {@code Name: value}; none for the host
 * @param listener the name of the one to which it would come; empty for the one that the URL leads to
 * @param client the address from which it would come
 */
public record CacheQuestion(String method, String url, List<String> fields, String listener, InetAddress client) {

    public CacheQuestion {
        fields = List.copyOf(fields);
    }
}
