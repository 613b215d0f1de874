// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import java.util.List;

/** TLS of a server with its clients. */
final class NginxSecurity {

    private final Draft draft;

    NginxSecurity(Draft draft) {
        this.draft = draft;
    }

    void add(NginxScope server, NginxDirective listen, DraftSection listener) {
        DraftSection tls = listener.section("tls", listen.at());
        List<NginxDirective> certificates = server.all("ssl_certificate");
        List<NginxDirective> keys = server.all("ssl_certificate_key");
        NginxDirective staple = server.last("ssl_stapling_file");
        for (int i = 0; i < Math.min(certificates.size(), keys.size()); i++) {
            String file = certificates.get(i).argument(1);
            if (file.contains("$")) {
                draft.missing(
                        certificates.get(i).at(),
                        certificates.get(i).shown(),
                        "a certificate is a file",
                        "name the files");
                continue;
            }
            boolean known = tls.has("certificates")
                    && tls.sections("certificates").stream().anyMatch(each -> file.equals(each.find("certificate")));
            if (!known) {
                DraftSection item =
                        tls.item("certificates", true, certificates.get(i).at());
                item.text("certificate", file);
                item.text("key", keys.get(i).argument(1), keys.get(i).at());
                if (staple != null) {
                    item.text("ocsp", staple.argument(1), staple.at());
                }
            }
        }
        if (!tls.has("certificates")) {
            draft.missing(
                    listen.at(),
                    listen.shown(),
                    "no certificate was found for this address, so the listener has none",
                    "add tls: {certificates: [{certificate: FILE, key: FILE}]}");
        }
        versions(server, tls);
        clients(server, tls);
    }

    private static void versions(NginxScope server, DraftSection tls) {
        NginxDirective protocols = server.last("ssl_protocols");
        if (protocols == null || tls.has("versions")) {
            return;
        }
        boolean two = protocols.arguments().contains("TLSv1.2");
        boolean three = protocols.arguments().contains("TLSv1.3");
        if (two != three) {
            tls.literals("versions", List.of(two ? "1.2" : "1.3"), protocols.at());
        }
    }

    private static void clients(NginxScope server, DraftSection tls) {
        NginxDirective verify = server.last("ssl_verify_client");
        NginxDirective ca = server.last("ssl_client_certificate");
        NginxDirective crl = server.last("ssl_crl");
        if (verify == null || ca == null || !verify.argument(1).matches("on|optional")) {
            return;
        }
        DraftSection clients = tls.section("clients", verify.at());
        clients.literal("verify", verify.argument(1).equals("on") ? "required" : "optional", verify.at());
        clients.text("ca", ca.argument(1), ca.at());
        if (crl != null) {
            clients.text("crl", crl.argument(1), crl.at());
        }
    }
}
