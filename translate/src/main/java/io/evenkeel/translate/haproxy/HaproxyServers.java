// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import io.evenkeel.translate.source.EnvironmentReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The {@code server} lines of a section: nodes, and what the cluster has of them. */
final class HaproxyServers {

    private static final Set<String> WITH_VALUE = HaproxyLine.wordsOf("""
            inter fastinter downinter fall rise port addr weight maxconn minconn maxqueue cookie verify
            ca-file crl-file crt sni verifyhost alpn proto slowstart agent-port agent-inter agent-addr
            agent-send track observe error-limit on-error on-marked-down on-marked-up redir source resolvers
            init-addr resolve-prefer resolve-opts resolve-net id namespace ciphers ciphersuites ssl-min-ver
            ssl-max-ver check-sni check-alpn check-proto pool-max-conn pool-purge-delay pool-low-conn
            max-reuse tcp-ut socks4 proxy-v2-options interface log-proto ws shard npn log-bufsize curves
            sigalgs client-sigalgs hash-key guid
            """);

    private static final int MOST_BACKUPS = 9;

    private static final Set<String> NEEDLESS = HaproxyLine.wordsOf("""
            fastinter downinter minconn id ciphers ciphersuites ssl-min-ver ssl-max-ver check-sni check-alpn
            check-proto check-ssl pool-max-conn pool-purge-delay pool-low-conn max-reuse tcp-ut init-addr
            resolve-prefer resolve-opts ws npn enabled no-ssl no-check no-backup non-stick tfo curves
            sigalgs hash-key guid no-sslv3 no-tlsv10 no-tlsv11 no-tlsv12 no-ssl-reuse check-send-proxy
            error-limit
            """);

    private final HaproxySection section;
    private final Draft draft;
    private final HaproxyCertificates certificates;
    private final DraftSection cluster;
    private final boolean tcp;
    private int port = 80;
    private int backups;

    HaproxyServers(
            HaproxySection section, Draft draft, HaproxyCertificates certificates, DraftSection cluster, boolean tcp) {
        this.section = section;
        this.draft = draft;
        this.certificates = certificates;
        this.cluster = cluster;
        this.tcp = tcp;
    }

    /** Adds the nodes; returns the line of the first server that is checked, or null when none is. */
    @Nullable
    HaproxyLine add() {
        Map<String, HaproxyWord> defaults = new LinkedHashMap<>();
        for (HaproxyLine line : section.all("default-server")) {
            defaults.putAll(words(line, 1));
        }
        HaproxyLine checked = null;
        List<HaproxyLine> servers = new ArrayList<>(section.own("server"));
        servers.addAll(section.own("server-template"));
        for (HaproxyLine line : servers) {
            boolean template = line.begins("server-template");
            Map<String, HaproxyWord> words = new LinkedHashMap<>(defaults);
            words.putAll(words(line, template ? 4 : 3));
            for (String off : List.of("check", "backup", "disabled", "ssl")) {
                if (words.containsKey("no-" + off)) {
                    words.remove(off);
                }
            }
            if (template) {
                draft.differs(
                        line.at(),
                        line.shown(),
                        "one node stands for the " + line.word(2) + " of the template, by one address of the name",
                        "discover: {dns: NAME, port: PORT} of the cluster makes a node of each address"
                                + " (docs/guides/discovery.md)");
            }
            boolean added = node(line, line.word(template ? 3 : 2), words);
            if (added && words.containsKey("check") && checked == null) {
                checked = line;
                words.forEach(this::ofChecks);
            }
        }
        return checked;
    }

    private static Map<String, HaproxyWord> words(HaproxyLine line, int from) {
        Map<String, HaproxyWord> found = new LinkedHashMap<>();
        List<String> words = line.words();
        for (int i = from; i < words.size(); i++) {
            String word = words.get(i);
            boolean value = WITH_VALUE.contains(word) && i + 1 < words.size();
            found.put(word, new HaproxyWord(value ? words.get(++i) : "", line.at()));
        }
        return found;
    }

    private boolean node(HaproxyLine line, String text, Map<String, HaproxyWord> words) {
        if (words.containsKey("disabled") || "0".equals(value(words, "weight"))) {
            draft.missing(
                    line.at(),
                    line.shown(),
                    "the server is left out: a node that gets no requests is not written in the file",
                    "add it when it is to work, and use 'evenkeel node maint' or 'drain' until then");
            return false;
        }
        String address = address(line, text);
        if (address == null) {
            return false;
        }
        DraftSection node = Draft.node(cluster, line.word(1), address, line.at());
        words.forEach((word, value) -> option(line, node, word, value));
        if (words.containsKey("backup")) {
            backup(node, line);
        }
        return true;
    }

    /** Makes a node a backup: one after the other, as in HAProxy, or all together with {@code allbackups}. */
    private void backup(DraftSection node, HaproxyLine line) {
        boolean together = section.option("allbackups") != null;
        backups = together ? 1 : backups + 1;
        node.literal("backup", backups == 1 ? "true" : Integer.toString(Math.min(backups, MOST_BACKUPS)));
        if (backups > MOST_BACKUPS) {
            draft.differs(
                    line.at(),
                    line.shown(),
                    "there are " + MOST_BACKUPS + " groups of backups; this one works together with the one before it",
                    "");
        }
    }

    private static String value(Map<String, HaproxyWord> words, String word) {
        HaproxyWord found = words.get(word);
        return found == null ? "" : found.value();
    }

    private @Nullable String address(HaproxyLine line, String text) {
        String plain = text.replaceFirst("^(ipv4@|ipv6@|tcp4?6?@)", "");
        int colon = EnvironmentReference.lastColon(plain);
        boolean bare = colon >= 0
                && plain.indexOf(':') != colon
                && !plain.startsWith("[")
                && !EnvironmentReference.isIn(plain)
                && plain.matches("[0-9a-fA-F:]+");
        String host = colon < 0 ? plain : plain.substring(0, colon);
        String ports = colon < 0 ? "" : plain.substring(colon + 1);
        if (plain.startsWith("/") || plain.contains("@")) {
            draft.missing(
                    line.at(), line.shown(), "a node is a host and a TCP port, not " + text, "let it listen on a port");
            return null;
        }
        if (EnvironmentReference.isIn(ports)) {
            return host + ":" + ports;
        }
        Integer number = Words.whole(ports, 1, 65_535);
        if (number == null) {
            draft.differs(
                    line.at(),
                    line.shown(),
                    "the server has no port of its own, and a node needs one; " + port + " is written",
                    "write the port of the server");
        }
        String address = Words.address(number == null && bare ? plain : host, number == null ? port : number);
        if (address == null) {
            draft.missing(line.at(), line.shown(), "'" + text + "' is not the address of a node", "write host:port");
        }
        return address;
    }

    /** @param port of servers that have none of their own */
    void defaultPort(int port) {
        this.port = port;
    }

    private void option(HaproxyLine line, DraftSection node, String word, HaproxyWord value) {
        switch (word) {
            case "check",
                    "inter",
                    "fall",
                    "rise",
                    "verify",
                    "ca-file",
                    "crl-file",
                    "sni",
                    "verifyhost",
                    "crt",
                    "port",
                    "addr",
                    "agent-port",
                    "agent-inter",
                    "agent-addr",
                    "agent-send",
                    "backup" -> {}
            case "weight" -> {
                if (Words.whole(value.value(), 1, 256) != null) {
                    node.literal("weight", value.value());
                }
            }
            case "maxconn" -> {
                Integer most = Words.whole(value.value(), 1, Integer.MAX_VALUE);
                if (most != null) {
                    node.literal("max-in-flight", most.toString());
                }
            }
            case "cookie" ->
                draft.needless(
                        value.at(),
                        "server ... cookie " + value.value(),
                        "the dispatcher's cookie names nodes by itself");
            case "ssl" -> tls(line, value);
            case "alpn", "proto" -> {
                if (value.value().matches("h2(,.*)?") && !tcp) {
                    cluster.literal("protocol", "h2", value.at());
                }
            }
            case "send-proxy", "send-proxy-v2", "send-proxy-v2-ssl", "send-proxy-v2-ssl-cn" -> sendProxy(word, value);
            case "slowstart" -> {
                String time = Words.duration(HaproxyTimes.ms(value.value()));
                if (time != null) {
                    cluster.literal("slow-start", time, value.at());
                }
            }
            case "agent-check" ->
                draft.differs(
                        value.at(),
                        "server ... agent-check",
                        "Evenkeel asks its own agent for all figures; the line that this agent sends is not read",
                        "install the agent in the servers and add agent: {} to the cluster (docs/guides/agent.md)");
            case "resolvers" ->
                draft.differs(
                        value.at(),
                        "server ... resolvers " + value.value(),
                        "the name is looked up again at the servers of /etc/resolv.conf, whenever its answer is over",
                        "discover: {dns: NAME, port: PORT, servers: [...]} asks other servers");
            default -> rest(word, value);
        }
    }

    private void rest(String word, HaproxyWord value) {
        String shown = ("server ... " + word + " " + value.value()).strip();
        if (word.equals("observe") || word.startsWith("on-")) {
            draft.needless(
                    value.at(), shown, "'ejection' takes out nodes that fail under traffic; it is on by default");
        } else if (NEEDLESS.contains(word)) {
            draft.needless(value.at(), shown, "Evenkeel chooses this by itself");
        } else {
            draft.missing(value.at(), shown, "'" + word + "' of a server has no counterpart", "");
        }
    }

    private void sendProxy(String word, HaproxyWord value) {
        if (tcp) {
            cluster.literal("proxy-protocol", word.equals("send-proxy") ? "v1" : "v2", value.at());
        } else {
            draft.missing(
                    value.at(),
                    "server ... " + word,
                    "nodes of an http cluster get no PROXY header",
                    "let the servers read X-Forwarded-For, and stop to expect the header");
        }
    }

    /** TLS to the nodes; it is the same for all nodes of a cluster. */
    private void tls(HaproxyLine line, HaproxyWord ssl) {
        DraftSection tls = cluster.section("tls", ssl.at());
        Map<String, HaproxyWord> words = words(line, 3);
        section.all("default-server").forEach(each -> words(each, 1).forEach(words::putIfAbsent));
        HaproxyWord verify = words.get("verify");
        if (verify != null && verify.value().equals("none")) {
            tls.literal("verify", "false", verify.at());
        } else if (words.containsKey("ca-file") && !value(words, "ca-file").startsWith("@")) {
            HaproxyWord ca = words.get("ca-file");
            tls.text("ca", certificates.authority(value(words, "ca-file")), ca == null ? line.at() : ca.at());
        }
        String host = value(words, "verifyhost");
        String sni = value(words, "sni").replaceFirst("^str\\((.*)\\)$", "$1");
        String name = host.isEmpty() ? sni : host;
        if (Words.isHost(name) && !name.matches("(req\\.)?(hdr|fhdr)|ssl_fc_sni.*")) {
            tls.text("name", name, line.at());
        }
        HaproxyWord crt = words.get("crt");
        if (crt != null) {
            tls.text("certificate", certificates.certificate(crt.value()), crt.at());
            tls.text("key", certificates.certificate(crt.value()), crt.at());
        }
    }

    private void ofChecks(String word, HaproxyWord value) {
        DraftSection health = cluster.section("health");
        switch (word) {
            case "inter" -> {
                String time = Words.duration(HaproxyTimes.ms(value.value()));
                if (time != null) {
                    health.literal("interval", time, value.at());
                }
            }
            case "fall", "rise" -> {
                Integer times = Words.whole(value.value(), 1, 1_000);
                if (times != null) {
                    health.literal(word, times.toString(), value.at());
                }
            }
            case "port", "addr" ->
                draft.differs(
                        value.at(),
                        "server ... " + word + " " + value.value(),
                        "checks go to the address of the node, not to another "
                                + (word.equals("port") ? "port" : "host"),
                        "let the server answer the check on its own port");
            default -> {}
        }
    }
}
