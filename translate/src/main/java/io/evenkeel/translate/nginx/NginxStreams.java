// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftRoute;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.List;

/** The servers of {@code stream} as TCP listeners. */
final class NginxStreams {

    private final Draft draft;
    private final NginxClusters clusters;
    private final NginxSecurity security;

    NginxStreams(Draft draft, NginxClusters clusters) {
        this.draft = draft;
        this.clusters = clusters;
        this.security = new NginxSecurity(draft);
    }

    void server(NginxScope server) {
        NginxDirective pass = server.last("proxy_pass");
        if (pass == null) {
            draft.missing(server.block().at(), "server", "it passes its connections to nobody", "");
            server.block().inside().forEach(NginxDirective::understood);
            return;
        }
        for (NginxDirective listen : server.block().inside("listen")) {
            listen.understood();
            String text = listen.argument(1).replaceFirst("^\\*:", "");
            String address = text.matches("[0-9]{1,5}")
                    ? Words.address("0.0.0.0", Integer.parseInt(text))
                    : NginxUpstream.address(text, 0);
            if (address == null || listen.arguments().contains("udp") || text.startsWith("unix:")) {
                draft.missing(listen.at(), listen.shown(), "Evenkeel listens on TCP ports only", "");
                continue;
            }
            String cluster = clusters.cluster(pass, server, null, DraftSection.rules());
            if (cluster == null) {
                return;
            }
            DraftSection listener =
                    draft.listener("tcp-" + address.substring(address.lastIndexOf(':') + 1), listen.at());
            listener.text("address", address, listen.at());
            listener.literal("protocol", "tcp");
            Draft.route(listener, List.of(new DraftRoute(null, null, cluster, pass.at())));
            if (listen.arguments().contains("ssl")) {
                security.add(server, listen, listener);
            }
            if (listen.arguments().contains("proxy_protocol")) {
                listener.literal("accept-proxy", "true", listen.at());
                listener.texts(
                        "trusted",
                        List.of("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
                        listen.at());
            }
        }
    }
}
