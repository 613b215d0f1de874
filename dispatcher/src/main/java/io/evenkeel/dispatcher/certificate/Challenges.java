// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import io.evenkeel.config.text.Octets;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.TlsRules;
import io.evenkeel.dispatcher.engine.tls.hello.ClientHello;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The challenges of a certificate authority that are pending, with the answers that prove a name to be ours: http-01
 * (RFC 8555 §8.3) and tls-alpn-01 (RFC 8737).
 *
 * <p>Threads: any. While none is pending, a look costs a read of a volatile field.
 */
public final class Challenges {

    /** The protocol (ALPN) by which an authority asks for the certificate of tls-alpn-01. */
    public static final String ALPN = TlsFacts.PROOF;

    private static final byte[] PATH = Octets.ascii("/.well-known/acme-challenge/");
    private static final int LONGEST_TOKEN = 256;

    private volatile Map<String, byte[]> pages = Map.of();
    private volatile Map<String, TlsContext> contexts = Map.of();

    /** Answers a token of http-01 from now on. */
    public synchronized void page(String token, String answer) {
        Map<String, byte[]> next = new HashMap<>(pages);
        next.put(token, Octets.ascii(answer));
        pages = Map.copyOf(next);
    }

    /** Shows a certificate of tls-alpn-01 for a name from now on. */
    public synchronized void certificate(String name, Identity identity) {
        Map<String, TlsContext> next = new HashMap<>(contexts);
        TlsContext before =
                next.put(name.toLowerCase(Locale.ROOT), TlsContext.server(identity, TlsRules.of(List.of(ALPN)), null));
        contexts = Map.copyOf(next);
        if (before != null) {
            before.release();
        }
    }

    /** Ends every challenge: requests for their tokens go to nodes again. */
    public synchronized void clear() {
        pages = Map.of();
        Map<String, TlsContext> before = contexts;
        contexts = Map.of();
        before.values().forEach(TlsContext::release);
    }

    /**
     * The answer to a request for a token that is pending.
     *
     * @param octets hold the path in {@code [from, to)}
     * @return null for any other path; not to be changed
     */
    public byte @Nullable [] page(byte[] octets, int from, int to) {
        Map<String, byte[]> now = pages;
        if (now.isEmpty()) {
            return null;
        }
        int length = to - from - PATH.length;
        if (length <= 0 || length > LONGEST_TOKEN || !Octets.startsWith(octets, from, to, PATH)) {
            return null;
        }
        return now.get(new String(octets, from + PATH.length, length, StandardCharsets.ISO_8859_1));
    }

    /**
     * The context for a client that speaks {@link #ALPN} and nothing else, and asks for a name whose challenge is
     * pending; null for all others.
     */
    public @Nullable TlsContext context(ClientHello hello) {
        Map<String, TlsContext> now = contexts;
        String name = hello.serverName();
        return now.isEmpty()
                        || name == null
                        || !hello.offers(ALPN)
                        || hello.protocols().size() != 1
                ? null
                : now.get(name);
    }
}
