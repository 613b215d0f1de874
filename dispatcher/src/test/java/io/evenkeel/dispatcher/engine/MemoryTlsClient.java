// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** A TLS client, by Java's engine or another, at the far end of a connection in memory. */
public final class MemoryTlsClient {

    private final MemoryConnection.Peer network;
    private final SSLEngine engine;
    private final ByteBuffer plain = ByteBuffer.allocate(64 << 10);
    private final StringBuilder got = new StringBuilder();
    private String unread = "";

    /** A client that has said nothing yet. */
    public MemoryTlsClient(
            MemoryConnection.Peer network, SSLContext context, String host, Consumer<SSLParameters> settings) {
        this.network = network;
        this.engine = context.createSSLEngine(host, 443);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setServerNames(List.of(new SNIHostName(host)));
        settings.accept(parameters);
        engine.setSSLParameters(parameters);
    }

    /** A client with an engine of its own, which has said nothing yet. */
    public MemoryTlsClient(MemoryConnection.Peer network, SSLEngine engine) {
        this.network = network;
        this.engine = engine;
    }

    /** The network below. */
    public MemoryConnection.Peer network() {
        return network;
    }

    public SSLEngine engine() {
        return engine;
    }

    /** Shakes hands to the end; both sides have nothing more to say then. */
    public MemoryTlsClient shakesHands() throws SSLException {
        engine.beginHandshake();
        for (int round = 0; round < 20 && engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING; round++) {
            says();
            hears();
        }
        if (engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
            throw new SSLException("no end of the handshake: " + engine.getHandshakeStatus());
        }
        return this;
    }

    /** The first octets of a client, which are not sent. */
    public String hello() throws SSLException {
        engine.beginHandshake();
        return encrypted("");
    }

    private void says() throws SSLException {
        String words = words();
        if (!words.isEmpty()) {
            network.sends(words);
        }
    }

    /** Begins a handshake and returns its last octets, which are not sent. */
    public String lastWords() throws SSLException {
        engine.beginHandshake();
        String words = "";
        for (int round = 0; round < 20 && engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING; round++) {
            network.sends(words);
            hears();
            words = words();
        }
        return words;
    }

    /** The next octets of a handshake, which are not sent; none when it is the server's turn. */
    public String words() throws SSLException {
        while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
            engine.getDelegatedTask().run();
        }
        return engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP ? encrypted("") : "";
    }

    /** Sends text, all of it in one read. */
    public void sends(String text) throws SSLException {
        network.sends(encrypted(text));
    }

    /** A text as it goes over the network. */
    public String encrypted(String text) throws SSLException {
        ByteBuffer from = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
        ByteBuffer to = ByteBuffer.allocate(32 << 10);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        do {
            SSLEngineResult result = engine.wrap(from, to);
            all.write(to.array(), 0, result.bytesProduced());
            to.clear();
            if (result.bytesProduced() == 0) {
                break;
            }
        } while (from.hasRemaining() || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
        if (from.hasRemaining()) {
            throw new SSLException("cannot write: " + engine.getHandshakeStatus());
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** The octets of a close_notify, which are not sent. */
    public String closeNotify() throws SSLException {
        engine.closeOutbound();
        return encrypted("");
    }

    /** Takes what has come so far. */
    public void hears() throws SSLException {
        unread += network.got();
        ByteBuffer from = ByteBuffer.wrap(unread.getBytes(StandardCharsets.ISO_8859_1));
        Status status = Status.OK;
        while (status == Status.OK && from.hasRemaining()) {
            while (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                engine.getDelegatedTask().run();
            }
            if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                break;
            }
            status = engine.unwrap(from, plain).getStatus();
            plain.flip();
            got.append(StandardCharsets.ISO_8859_1.decode(plain));
            plain.clear();
        }
        if (engine.getHandshakeStatus() == HandshakeStatus.NEED_UNWRAP) {
            // BoringSSL's engine looks at what it has taken when it is asked next.
            engine.unwrap(ByteBuffer.allocate(0), plain);
        }
        byte[] rest = new byte[from.remaining()];
        from.get(rest);
        unread = new String(rest, StandardCharsets.ISO_8859_1);
    }

    /** The text that has come since the last call. */
    public String got() throws SSLException {
        hears();
        String all = got.toString();
        got.setLength(0);
        return all;
    }

    /** True once the server has said that it sends no more. */
    public boolean sawCloseNotify() throws SSLException {
        hears();
        return engine.isInboundDone();
    }
}
