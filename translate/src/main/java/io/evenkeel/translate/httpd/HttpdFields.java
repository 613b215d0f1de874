// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.ConstantField;
import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.List;
import java.util.Locale;

/** Changes that a host makes to the fields of messages, and its TLS. */
final class HttpdFields {

    private final Draft draft;

    HttpdFields(Draft draft) {
        this.draft = draft;
    }

    void of(HttpdHost host, DraftSection listener) {
        for (HttpdDirective each : host.all("requestheader")) {
            field(each, "request", listener);
        }
        for (HttpdDirective each : host.all("header")) {
            field(each, "response", listener);
        }
        for (HttpdDirective each : host.all("remoteiptrustedproxy")) {
            trust(each, listener);
        }
        for (HttpdDirective each : host.all("remoteipinternalproxy")) {
            trust(each, listener);
        }
        trustedFields(host, listener);
        if (host.isOn("remoteipproxyprotocol")) {
            HttpdDirective line = host.last("remoteipproxyprotocol");
            if (line != null) {
                listener.literal("accept-proxy", "true", line.at());
            }
        }
    }

    /** Believes the field that httpd believes, and no other. */
    private static void trustedFields(HttpdHost host, DraftSection listener) {
        HttpdDirective header = host.last("remoteipheader");
        String field = header == null ? "" : header.argument(0).toLowerCase(Locale.ROOT);
        if (listener.has("trusted") && !listener.has("trusted-fields")) {
            boolean known = field.matches("x-forwarded-for|x-real-ip");
            listener.literals("trusted-fields", known ? List.of(field) : List.of());
        }
    }

    private static void trust(HttpdDirective line, DraftSection listener) {
        List<String> networks =
                line.arguments().stream().filter(Words::isNetwork).toList();
        if (!networks.isEmpty()) {
            listener.texts("trusted", networks, line.at());
        }
    }

    private void field(HttpdDirective line, String direction, DraftSection listener) {
        int first =
                line.argument(0).equalsIgnoreCase("always") || line.argument(0).equalsIgnoreCase("onsuccess") ? 1 : 0;
        String action = line.argument(first).toLowerCase(Locale.ROOT);
        String name = line.argument(first + 1);
        boolean own = name.toLowerCase(Locale.ROOT).matches("x-forwarded-(for|proto|host|port)");
        if (direction.equals("request") && own) {
            draft.needless(line.at(), line.shown(), "the dispatcher sends this field by itself");
        } else if (action.equals("unset") && Words.isRemovable(name)) {
            listener.section("headers").section(direction).texts("remove", List.of(name), line.at());
        } else if (HttpdTranslation.routeCookie(line) != null) {
            draft.needless(line.at(), line.shown(), "affinity: cookie sets the cookie");
        } else if (action.equals("set") && isConstant(line, first + 2)) {
            set(line, new ConstantField(name, line.argument(first + 2).replace("%%", "%")), direction, listener);
        } else {
            unset(line, name, direction);
        }
    }

    /** True for a value without format specifiers, expressions and conditions behind it. */
    private static boolean isConstant(HttpdDirective line, int value) {
        String text = line.argument(value);
        boolean whole = line.arguments().size() == value + 1
                || (line.arguments().size() == value + 2
                        && line.argument(value + 1).equalsIgnoreCase("early"));
        return whole && !text.startsWith("expr=") && text.replace("%%", "").indexOf('%') < 0;
    }

    private void set(HttpdDirective line, ConstantField field, String direction, DraftSection listener) {
        if (!field.isPossible()) {
            unset(line, field.name(), direction);
        } else if (!field.set(listener, direction, line.at())) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "a listener sets a field to one value, and another line gives " + field.name() + " another",
                    "let this host have a listener of its own, or let the application set it");
        }
    }

    private void unset(HttpdDirective line, String name, String direction) {
        draft.missing(
                line.at(),
                line.shown(),
                "the field " + name + " is not set or changed",
                ConstantField.ADVICE.formatted(direction));
    }

    void security(HttpdHost host, HttpdDirective at, DraftSection listener) {
        DraftSection tls = listener.section("tls", at.at());
        List<HttpdDirective> certificates = host.all("sslcertificatefile");
        List<HttpdDirective> keys = host.all("sslcertificatekeyfile");
        for (int i = 0; i < certificates.size(); i++) {
            HttpdDirective certificate = certificates.get(i);
            HttpdDirective key = i < keys.size() ? keys.get(i) : certificate;
            boolean known = tls.has("certificates")
                    && tls.sections("certificates").stream()
                            .anyMatch(each -> certificate.argument(0).equals(each.find("certificate")));
            if (!known) {
                DraftSection item = tls.item("certificates", true, certificate.at());
                item.text("certificate", certificate.argument(0));
                item.text("key", key.argument(0), key.at());
            }
        }
        if (!tls.has("certificates")) {
            draft.missing(
                    at.at(),
                    at.shown(),
                    "no certificate was found for this host, so the listener has none",
                    "add tls: {certificates: [{certificate: FILE, key: FILE}]}, or acme: [HOST]");
        }
        for (HttpdDirective chain : host.all("sslcertificatechainfile")) {
            draft.differs(
                    chain.at(),
                    chain.shown(),
                    "the chain stands in the file of the certificate, behind it",
                    "cat both");
        }
        versions(host, tls);
        clients(host, tls);
    }

    private static void versions(HttpdHost host, DraftSection tls) {
        HttpdDirective protocol = host.last("sslprotocol");
        if (protocol == null || tls.has("versions")) {
            return;
        }
        String words = " " + String.join(" ", protocol.arguments()).toLowerCase(Locale.ROOT) + " ";
        boolean all = words.contains("all");
        boolean two = words.contains("tlsv1.2 ") ? !words.contains("-tlsv1.2 ") : all;
        boolean three = words.contains("tlsv1.3 ") ? !words.contains("-tlsv1.3 ") : all;
        if (two != three) {
            tls.literals("versions", List.of(two ? "1.2" : "1.3"), protocol.at());
        }
    }

    private static void clients(HttpdHost host, DraftSection tls) {
        HttpdDirective verify = host.last("sslverifyclient");
        HttpdDirective ca = host.last("sslcacertificatefile");
        HttpdDirective crl = host.last("sslcarevocationfile");
        if (verify == null
                || ca == null
                || !verify.argument(0).toLowerCase(Locale.ROOT).matches("require|optional")) {
            return;
        }
        DraftSection clients = tls.section("clients", verify.at());
        clients.literal(
                "verify", verify.argument(0).equalsIgnoreCase("require") ? "required" : "optional", verify.at());
        clients.text("ca", ca.argument(0), ca.at());
        if (crl != null) {
            clients.text("crl", crl.argument(0), crl.at());
        }
    }
}
