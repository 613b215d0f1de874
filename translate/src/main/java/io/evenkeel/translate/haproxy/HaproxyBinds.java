// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.EnvironmentReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The {@code bind} lines of a section: a listener for each address. */
final class HaproxyBinds {

    private static final int MOST_PORTS = 100;

    /** Networks that nobody reaches from outside; HAProxy believes a PROXY header of everybody. */
    private static final List<String> PRIVATE =
            List.of("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7");

    private static final Set<String> WITH_VALUE = HaproxyLine.wordsOf("""
            crt crt-list ca-file crl-file verify alpn npn ssl-min-ver ssl-max-ver name maxconn ciphers
            ciphersuites curves ecdhe proto process thread interface backlog id nice mss user uid group gid
            mode level namespace shards tcp-ut severity-output ca-verify-file crt-ignore-err ca-ignore-err
            ca-sign-file ca-sign-pass tls-ticket-keys quic-cc-algo sigalgs client-sigalgs expose-fd
            defer-accept-timeout
            """);

    private static final Set<String> NEEDLESS = HaproxyLine.wordsOf("""
            ciphers ciphersuites curves ecdhe npn proto process thread backlog id nice mss v4v6 v6only
            defer-accept tfo shards no-sslv3 no-tlsv10 no-tlsv11 ssl-max-ver no-tls-tickets
            prefer-client-ciphers tcp-ut sigalgs client-sigalgs level
            """);

    /** One listener, and whether it takes TLS. */
    record BoundListener(DraftSection listener, boolean tls) {}

    private final Draft draft;
    private final HaproxyCertificates certificates;

    HaproxyBinds(Draft draft, HaproxyCertificates certificates) {
        this.draft = draft;
        this.certificates = certificates;
    }

    List<BoundListener> listeners(HaproxySection section) {
        List<BoundListener> all = new ArrayList<>();
        for (HaproxyLine line : section.own("bind")) {
            String name = line.after("name").isEmpty() ? section.name() : line.after("name");
            for (String address : line.word(1).split(",", -1)) {
                for (String one : addresses(line, address)) {
                    DraftSection listener = draft.listener(name, line.at());
                    listener.text("address", one, line.at());
                    all.add(new BoundListener(listener, options(line, listener)));
                }
            }
        }
        return all;
    }

    private List<String> addresses(HaproxyLine line, String text) {
        String plain = text.replaceFirst("^(ipv4@|ipv6@|tcp4?6?@|stream\\+)", "");
        int colon = EnvironmentReference.lastColon(plain);
        String host = colon < 0 ? "" : plain.substring(0, colon);
        String ports = plain.substring(colon + 1);
        if (plain.startsWith("/") || plain.contains("@") || colon < 0) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    colon < 0 && !plain.contains("@") && !plain.startsWith("/")
                            ? "the address has no port"
                            : "Evenkeel listens on TCP ports only, not on " + text,
                    "use an address on 127.0.0.1");
            return List.of();
        }
        if (host.isEmpty() || host.equals("*")) {
            host = plain.equals(text) || !text.startsWith("ipv6@") ? "0.0.0.0" : "::";
        }
        String first = Words.address(host, 1);
        if (first != null && EnvironmentReference.isIn(ports)) {
            return List.of(first.substring(0, first.length() - 1) + ports);
        }
        String[] range = ports.split("-", 2);
        Integer from = Words.whole(range[0], 1, 65_535);
        Integer to = Words.whole(range[range.length - 1], 1, 65_535);
        if (from == null || to == null || to - from >= MOST_PORTS || first == null) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "'" + text + "' is not an address with one to " + MOST_PORTS + " ports, so nothing listens there",
                    "add a listener for each port");
            return List.of();
        }
        List<String> found = new ArrayList<>();
        for (int port = from; port <= to; port++) {
            found.add(String.valueOf(Words.address(host, port)));
        }
        return found;
    }

    /** Reads the words behind the address; returns true when connections come by TLS. */
    private boolean options(HaproxyLine line, DraftSection listener) {
        List<String> words = line.from(2);
        boolean tls = words.contains("ssl");
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String value = WITH_VALUE.contains(word) && i + 1 < words.size() ? words.get(++i) : "";
            option(line, listener, word, value, tls);
        }
        if (tls) {
            certificates.add(line, listener.section("tls", line.at()));
        }
        return tls;
    }

    private void option(HaproxyLine line, DraftSection listener, String word, String value, boolean tls) {
        switch (word) {
            case "ssl", "crt", "crt-list", "name", "ca-file", "crl-file", "verify" -> {}
            case "accept-proxy" -> acceptProxy(line, listener);
            case "strict-sni" -> listener.section("tls", line.at()).literal("strict-sni", "true", line.at());
            case "alpn" -> alpn(line, listener, value, tls);
            case "maxconn" -> {
                Integer most = Words.whole(value, 1, 10_000_000);
                if (most != null) {
                    listener.section("limits").literal("connections", most.toString(), line.at());
                }
            }
            case "ssl-min-ver" -> {
                if (value.equals("TLSv1.3")) {
                    listener.section("tls", line.at()).literals("versions", List.of("1.3"), line.at());
                }
            }
            case "no-tlsv12" -> listener.section("tls", line.at()).literals("versions", List.of("1.3"), line.at());
            case "no-tlsv13" -> listener.section("tls", line.at()).literals("versions", List.of("1.2"), line.at());
            default -> {
                if (NEEDLESS.contains(word)) {
                    draft.needless(line.at(), "bind ... " + word, "Evenkeel chooses this by itself");
                } else {
                    draft.missing(line.at(), "bind ... " + word, "'" + word + "' of a bind has no counterpart", "");
                }
            }
        }
    }

    private static void alpn(HaproxyLine line, DraftSection listener, String value, boolean tls) {
        boolean h2 = List.of(value.split(",", -1)).contains("h2");
        if (tls && !h2) {
            listener.literal("http2", "false", line.at());
        }
    }

    private void acceptProxy(HaproxyLine line, DraftSection listener) {
        listener.literal("accept-proxy", "true", line.at());
        if (!listener.has("trusted")) {
            listener.texts("trusted", PRIVATE, line.at());
            draft.differs(
                    line.at(),
                    "bind ... accept-proxy",
                    "PROXY headers are believed only of 'trusted' networks; the private ones are written there",
                    "name the network of the proxy in front, and no other");
        }
    }

    /** The networks from which a line wants a PROXY header; null when it is not such a line. */
    static @Nullable List<String> expectProxy(HaproxyLine line) {
        if (!line.begins("tcp-request", "connection", "expect-proxy", "layer4")) {
            return null;
        }
        List<String> networks = new ArrayList<>();
        int src = line.words().indexOf("src");
        for (String word : src < 0 ? List.<String>of() : line.from(src + 1)) {
            if (Words.isNetwork(word)) {
                networks.add(word);
            }
        }
        return networks.isEmpty() ? PRIVATE : networks;
    }
}
