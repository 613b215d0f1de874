// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.admission.ClientNetwork;
import io.evenkeel.dispatcher.engine.TlsFacts;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The origin of the requests of one client connection, and the part of it that nodes are told. Small, because every
 * idle connection keeps one. Threads: that of the connection.
 */
public final class Origin {

    private final InetSocketAddress client;
    private final OwnAddress ownAddress;
    private final byte[] address;
    private final boolean trusted;
    private long network;
    private @Nullable String text;
    private @Nullable TlsFacts tls;
    private byte @Nullable [] introduction;
    private boolean http2;

    /**
     * @param client the client's address: that of the connection, or the one that a trusted peer has told
     * @param ownAddress where the client came in
     * @param trusted true when the peer may tell the origin of its requests, in the fields that the settings name
     */
    public Origin(InetSocketAddress client, OwnAddress ownAddress, boolean trusted) {
        this.client = client;
        this.ownAddress = ownAddress;
        this.address = Octets.ascii(literal(client.getAddress()));
        this.trusted = trusted;
        this.network = trusted ? ClientNetwork.MANY : ClientNetwork.of(client.getAddress());
    }

    /** Says that the address is not the client's but that of a peer who relays many. */
    public void standsForMany() {
        network = ClientNetwork.MANY;
    }

    /**
     * Sets the facts of the client's TLS.
     *
     * @param subjectField the field that tells nodes the subject of the client's certificate; null when they are not
     *     told
     */
    public void secured(TlsFacts facts, @Nullable String subjectField) {
        tls = facts;
        String subject = facts.clientSubject();
        introduction = subjectField == null || subject == null ? null : line(subjectField, subject);
    }

    /** A field line in ASCII: what else is in the value is escaped as RFC 2253 does it, octet by octet of UTF-8. */
    private static byte[] line(String field, String value) {
        StringBuilder line = new StringBuilder(field).append(": ");
        for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
            if (each >= ' ' && each < 0x7f) {
                line.append((char) each);
            } else {
                line.append(String.format(Locale.ROOT, "\\%02X", each));
            }
        }
        return Octets.ascii(line.append("\r\n").toString());
    }

    /** The client speaks HTTP/2. */
    public void speaksHttp2() {
        http2 = true;
    }

    /** True when the client's requests come by HTTP/2, although their heads are read as those of HTTP/1.1. */
    boolean http2() {
        return http2;
    }

    /** The facts of the client's TLS; null without. */
    public @Nullable TlsFacts tls() {
        return tls;
    }

    /** The field line that tells nodes the subject of the client's certificate; null for none. */
    byte @Nullable [] introduction() {
        return introduction;
    }

    /** True when nodes are told the subject of the client's certificate. */
    public boolean isIntroduced() {
        return introduction != null;
    }

    /** The client's address and port: those of the connection, or those that a trusted peer has told. */
    public InetSocketAddress client() {
        return client;
    }

    /** The client's literal address. */
    public String text() {
        String known = text;
        if (known == null) {
            known = client.getAddress().getHostAddress();
            text = known;
        }
        return known;
    }

    /** The client's literal address, without a zone. */
    byte[] address() {
        return address;
    }

    boolean isInet6() {
        return client.getAddress() instanceof Inet6Address;
    }

    OwnAddress ownAddress() {
        return ownAddress;
    }

    ForwardSettings forward() {
        return ownAddress.forward;
    }

    /** The number of the client's network; {@link ClientNetwork#MANY} for a trusted peer, behind which are many. */
    public long network() {
        return network;
    }

    /** True when the peer may tell the origin of its requests. */
    public boolean trusted() {
        return trusted;
    }

    /** True when what a field of the request says of its origin is believed. */
    public boolean believes(OriginField field) {
        return trusted && ownAddress.believed.contains(field);
    }

    /** True when the client of a request came by https, to a listener that speaks it or to a trusted proxy. */
    public boolean isHttps(RequestHead head) {
        int line = believes(OriginField.X_FORWARDED_PROTO) ? head.lines.find(FieldName.X_FORWARDED_PROTO) : -1;
        if (line < 0) {
            return ownAddress.tls;
        }
        int from = head.lines.valueAt[line];
        int comma = Octets.indexOf(head.octets, from, head.lines.valueEnd[line], (byte) ',');
        int end = Octets.beforeBlanks(head.octets, from, comma);
        return Octets.equalsLower(head.octets, from, end, OwnAddress.HTTPS);
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    /** An own address and the settings for those who connect there; one for many connections. */
    public static final class OwnAddress {

        private static final byte[] HTTP = Octets.ascii("http");
        private static final byte[] HTTPS = Octets.ascii("https");

        private final ForwardSettings forward;
        private final Set<OriginField> believed;
        private final InetSocketAddress local;
        private final boolean tls;
        private final byte[] authority;
        private final byte[] port;

        /**
         * @param local the address where clients connect, the host of requests that name none
         * @param tls true for connections that are encrypted
         */
        public OwnAddress(ForwardSettings forward, InetSocketAddress local, boolean tls) {
            this.forward = forward;
            this.believed = forward.believed();
            this.local = local;
            this.tls = tls;
            String host = literal(local.getAddress());
            this.authority = Octets.ascii((host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + local.getPort());
            this.port = Octets.ascii(Integer.toString(local.getPort()));
        }

        /** True for a connection to that address under those settings. */
        @SuppressWarnings("ReferenceEquality") // settings are made once for each load of the configuration
        public boolean isOf(ForwardSettings otherForward, InetSocketAddress otherLocal, boolean otherTls) {
            return forward == otherForward && tls == otherTls && local.equals(otherLocal);
        }

        boolean tls() {
            return tls;
        }

        byte[] scheme() {
            return tls ? HTTPS : HTTP;
        }

        /** The own address and port, as a host. */
        byte[] authority() {
            return authority;
        }

        byte[] port() {
            return port;
        }
    }
}
