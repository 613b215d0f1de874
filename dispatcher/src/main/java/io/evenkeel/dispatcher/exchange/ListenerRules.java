// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.ListenerSettings.Mode;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.dispatcher.http.text.FieldNames;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules for requests of one listener between two reloads, ready for use. Immutable.
 *
 * @param removed fields that never reach a node
 * @param hidden fields that never reach a client
 * @param subjectField the field that tells nodes the subject of a client's certificate, which clients cannot send; null
 *     for none
 * @param redirects requests are not passed on; their clients are sent to the node
 * @param http2 clients may speak HTTP/2
 * @param streams the most requests of a connection of HTTP/2 at the same time
 * @param headNs see {@code ClientTimeouts}
 */
public record ListenerRules(
        String listener,
        Router router,
        RequestLimits limits,
        ForwardSettings forward,
        FieldNames removed,
        FieldNames hidden,
        @Nullable String subjectField,
        List<Network> trusted,
        boolean acceptProxy,
        boolean redirects,
        boolean http2,
        int streams,
        long headNs,
        long bodyNs,
        long idleNs) {

    /** True when what a peer says about the origin of its requests is believed. */
    public boolean trusts(InetAddress peer) {
        for (Network network : trusted) {
            if (network.contains(peer)) {
                return true;
            }
        }
        return false;
    }

    public static ListenerRules of(ListenerSettings settings, Router router) {
        ListenerTls tls = settings.tls();
        String subjectField = tls == null ? null : tls.clients().header();
        List<String> removed = new ArrayList<>(settings.headers().requestRemove());
        if (subjectField != null) {
            removed.add(subjectField);
        }
        return new ListenerRules(
                settings.name(),
                router,
                settings.limits(),
                settings.forward(),
                FieldNames.of(removed),
                FieldNames.of(settings.headers().responseRemove()),
                subjectField,
                settings.trusted(),
                settings.acceptProxy(),
                settings.mode() == Mode.REDIRECT,
                settings.http2().allowed(),
                settings.http2().streams(),
                settings.timeouts().head().toNanos(),
                settings.timeouts().body().toNanos(),
                settings.timeouts().idle().toNanos());
    }
}
