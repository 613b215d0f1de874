// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend;

import io.evenkeel.dispatcher.backend.h2.NotHttp2Exception;
import io.evenkeel.dispatcher.engine.tls.TlsFailure;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.node.Cluster;
import io.netty.buffer.ByteBuf;
import java.util.Locale;

/**
 * The settings that are to be changed when a node speaks something else than its cluster says, for events and results
 * of checks. Threads: any.
 */
public final class NodeRemedy {

    /** Octets of the head of a frame of HTTP/2. */
    private static final int FRAME_HEAD = 9;

    private NodeRemedy() {}

    /** The remedy for a node that was asked by HTTP/1.1 and {@link #greetsByHttp2 greets} by HTTP/2. */
    public static String speaksHttp2(Cluster cluster) {
        return "speaks HTTP/2: ask it so with " + keys(cluster) + ".protocol: h2";
    }

    /**
     * True when octets of a node begin like those of a server of HTTP/2: SETTINGS of less than 256 octets, which are no
     * acknowledgement.
     *
     * @param from index of the first octet
     */
    public static boolean greetsByHttp2(ByteBuf octets, int from) {
        return octets.writerIndex() - from >= FRAME_HEAD
                && octets.getUnsignedShort(from) == 0
                && octets.getByte(from + 3) == FrameType.SETTINGS
                && octets.getByte(from + 4) == 0
                && octets.getInt(from + 5) == 0;
    }

    /** The reason why a connection for HTTP/2 could not be used, and the remedy. */
    public static String noHttp2(Cluster cluster, NotHttp2Exception why) {
        String protocol = keys(cluster) + ".protocol: http";
        if (!why.isEnd()) {
            return why.getMessage() + "; ask it in HTTP/1.1 with " + protocol;
        }
        String tls = cluster.secure() == null ? " or need " + keys(cluster) + ".tls" : "";
        return why.getMessage() + "; it may speak HTTP/1.1 (" + protocol + ")" + tls;
    }

    /** The reason why there is no TLS connection, and the remedy where one is known. */
    public static String noTls(Cluster cluster, TlsFailure failure) {
        return failure.getMessage() + tlsRemedy(cluster, failure);
    }

    private static String tlsRemedy(Cluster cluster, TlsFailure failure) {
        String keys = keys(cluster);
        if (failure.isOtherNames()) {
            return "; name the one that it has with " + keys + ".tls.name";
        }
        if (failure.isRefusal()) {
            return "; name its authority with " + keys + ".tls.ca";
        }
        String why = String.valueOf(failure.getMessage()).replace('_', ' ').toLowerCase(Locale.ROOT);
        // The words of BoringSSL, and those of Java.
        if (why.contains("wrong version number") || why.contains("unrecognized ssl message")) {
            return "; it speaks no TLS: take " + keys + ".tls out";
        }
        return why.contains("application protocol")
                ? "; it does not offer h2 by ALPN: ask it in HTTP/1.1 with " + keys + ".protocol: http"
                : "";
    }

    private static String keys(Cluster cluster) {
        return "clusters." + cluster.name();
    }
}
