// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.admission.handshake.HandshakeRation;
import io.evenkeel.dispatcher.engine.tls.hello.ClientHello;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of a server and the choice of one for a client. Others can take their place at any time;
 * connections that are open keep theirs.
 *
 * <p>Several may be for the same name: clients that can check ECDSA get that, because an RSA signature costs a server
 * many times as much. Threads: choosing is for any thread; replacing and releasing are serial.
 */
public final class TlsCertificates {

    private volatile Table table;
    private volatile @Nullable HandshakeRation ration;
    private volatile Function<ClientHello, @Nullable TlsContext> first = hello -> null;

    /**
     * Certificates as {@link #replace} puts them in force.
     *
     * @param contexts at least one; this object releases them
     */
    public TlsCertificates(List<TlsContext> contexts, boolean strict) {
        table = new Table(contexts, strict);
    }

    /**
     * Puts others in force for new connections and releases those before.
     *
     * @param contexts at least one; this object releases them. The first, and those for the same names, are for clients
     *     that name no host, or one that no certificate is for
     * @param strict true when such clients are refused
     */
    public void replace(List<TlsContext> contexts, boolean strict) {
        List<TlsContext> old = table.contexts;
        table = new Table(contexts, strict);
        old.stream().filter(each -> !contexts.contains(each)).forEach(TlsContext::release);
    }

    /** The ration of full handshakes; null when every one is taken, as at first. */
    public @Nullable HandshakeRation ration() {
        return ration;
    }

    /** Sets the ration of full handshakes that begin from now on. */
    public void ration(@Nullable HandshakeRation newRation) {
        ration = newRation;
    }

    /** Those in force. */
    public List<TlsContext> contexts() {
        return table.contexts;
    }

    /** The best one for a client; null when it is refused because of the host it names. */
    public @Nullable TlsContext find(ClientHello hello) {
        TlsContext special = first.apply(hello);
        return special == null ? table.find(hello) : special;
    }

    /**
     * True for a request on a connection that is for another host: the certificate for the name that the connection was
     * opened for is not for the host, and another one here is, so that a connection of its own finds it. Always false
     * when no certificate is for that name, or none for the host: a new connection would be no better.
     *
     * @param serverName the name in the ClientHello
     * @param host without a port, in lower case
     */
    public boolean servesElsewhere(String serverName, String host) {
        return table.servesElsewhere(serverName, host);
    }

    /**
     * Sets a choice that comes before that by host, such as for clients that only look whether the server is the right
     * one. What it gives is not released here.
     *
     * @param choice gives null for all clients that are not special
     */
    public void first(Function<ClientHello, @Nullable TlsContext> choice) {
        first = choice;
    }

    /** Lets go of everything; nobody is served any more. */
    public void release() {
        List<TlsContext> old = table.contexts;
        table = Table.EMPTY;
        old.forEach(TlsContext::release);
    }

    /** Immutable. */
    private static final class Table {

        private static final Table EMPTY = new Table();

        private final List<TlsContext> contexts;
        private final List<TlsContext> others;
        private final Map<String, List<TlsContext>> byHost = new HashMap<>();

        private Table() {
            contexts = List.of();
            others = List.of();
        }

        Table(List<TlsContext> contexts, boolean strict) {
            this.contexts = List.copyOf(contexts);
            List<String> first = contexts.get(0).names().hosts();
            this.others = strict
                    ? List.of()
                    : contexts.stream()
                            .filter(each -> each.names().hosts().equals(first))
                            .toList();
            for (TlsContext context : contexts) {
                for (String host : context.names().hosts()) {
                    byHost.computeIfAbsent(host, key -> new ArrayList<>()).add(context);
                }
            }
        }

        @Nullable
        TlsContext find(ClientHello hello) {
            String host = hello.serverName();
            List<TlsContext> found = host == null ? null : named(host);
            return best(found == null ? others : found, hello);
        }

        private @Nullable List<TlsContext> named(String host) {
            List<TlsContext> found = byHost.get(host);
            int dot = found == null ? host.indexOf('.') : -1;
            return dot < 0 ? found : byHost.get("*" + host.substring(dot));
        }

        boolean servesElsewhere(String serverName, String host) {
            List<TlsContext> here = named(serverName);
            return here != null && here.stream().noneMatch(each -> each.names().cover(host)) && named(host) != null;
        }

        private static @Nullable TlsContext best(List<TlsContext> equals, ClientHello hello) {
            TlsContext rsa = null;
            for (TlsContext each : equals) {
                int bits = each.curveBits();
                boolean tls13 = each.rules().versions().contains(TlsRules.Version.TLS_1_3);
                if (bits > 0 && hello.takesEcdsa(bits, tls13)) {
                    return each;
                } else if (bits == 0 && rsa == null) {
                    rsa = each;
                }
            }
            return rsa == null && !equals.isEmpty() ? equals.get(0) : rsa;
        }
    }
}
