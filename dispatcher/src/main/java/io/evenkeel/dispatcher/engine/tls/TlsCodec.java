// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of one connection as octets in and out: turns those of the network into plain ones and back.
 *
 * <p>Buffers are direct; those to write to have room as stated. Threads: the connection's loop.
 */
interface TlsCodec {

    /** Octets of one read of the network that may be given at once. */
    int MOST_READ = 256 << 10;

    /** Octets of one look for what was not received. */
    int UNHEARD = 4 << 10;

    /** Room for the plain octets of a read and of the record that was begun before it. */
    int PLAIN_ROOM = MOST_READ + (32 << 10);

    /** Plain octets that may be encrypted at once. */
    int MOST_WRITE = 256 << 10;

    /** Room for what {@link #write}, {@link #flush} or {@link #end} may write. */
    int NETWORK_ROOM = MOST_WRITE + (64 << 10);

    /** The reason for the return of {@link #read}. */
    enum CodecProgress {
        /** All octets were taken; more are needed to go on. */
        MORE,
        /** The handshake has just succeeded, and nothing behind it was read. */
        ESTABLISHED,
        /** More may be read at once: plain octets came, or the protocol has something to say first. */
        AGAIN,
        /** The peer has said that it sends no more. */
        ENDED
    }

    /**
     * Takes octets of the network.
     *
     * @param network moved behind the octets that were taken
     * @param plain gets what is for the owner
     * @throws TlsFailure when the connection is over; an alert may be there to be flushed
     */
    CodecProgress read(ByteBuf network, ByteBuf plain) throws TlsFailure;

    /**
     * Reads what has come and nobody has received; octets for the owner are lost.
     *
     * @return true when there is nothing for the owner: no octet, no end, at most words of the protocol itself
     */
    default boolean isQuiet(Connection below, TlsBuffers buffers, TlsOutput output) {
        ByteBuf octets = ByteBufAllocator.DEFAULT.directBuffer(UNHEARD, UNHEARD);
        ByteBuf plain = buffers.plain();
        int empty = plain.writerIndex();
        try {
            int count = below.readUnheard(octets);
            while (count > 0) {
                CodecProgress progress = CodecProgress.AGAIN;
                while (progress == CodecProgress.AGAIN && plain.writerIndex() == empty) {
                    progress = read(octets, plain);
                    output.say();
                }
                if (progress != CodecProgress.MORE || plain.writerIndex() > empty) {
                    return false;
                }
                count = below.readUnheard(octets.clear());
            }
            return count == 0;
        } catch (TlsFailure e) {
            return false;
        } finally {
            plain.release();
            octets.release();
        }
    }

    /**
     * Encrypts octets, at most {@link #MOST_WRITE}, after the handshake.
     *
     * @param network gets the records, {@link #NETWORK_ROOM} at most
     */
    void write(ByteBuf source, int index, int length, ByteBuf network) throws TlsFailure;

    /** Writes what the protocol itself has to say, perhaps nothing. */
    void flush(ByteBuf network);

    /** Says that nothing more is sent; reading goes on. */
    void end(ByteBuf network);

    /**
     * The facts of a handshake that has succeeded.
     *
     * @param serverName as the client said it
     */
    TlsFacts facts(@Nullable String serverName);

    /**
     * The certificate that the peer has shown, in this handshake or that of the session it continues; null for none.
     */
    @Nullable
    X509Certificate peerCertificate();

    /** Forgets the sessions of the peer, a server, so that the next connection to it makes a full handshake. */
    void forgetSessions();

    /** Forgets the sessions of an engine's server. */
    static void forgetSessions(SSLEngine engine) {
        SSLSession mine = engine.getSession();
        SSLSessionContext all = mine.getSessionContext();
        mine.invalidate();
        if (all == null) {
            return;
        }
        for (byte[] id : Collections.list(all.getIds())) {
            SSLSession each = all.getSession(id);
            if (each != null && Objects.equals(each.getPeerHost(), engine.getPeerHost())) {
                each.invalidate();
            }
        }
    }

    /** Frees everything; nothing may be called any more. */
    void release();
}
