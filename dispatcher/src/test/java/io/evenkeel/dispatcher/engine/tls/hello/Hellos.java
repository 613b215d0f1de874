// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** Octets of a ClientHello: recorded ones of real clients, the one of this Java, and other wrappings of them. */
final class Hellos {

    /** The clients whose hellos were recorded; all asked for shop.example.org or localhost. */
    static final List<String> RECORDED =
            List.of("openssl-tls13", "openssl-tls12", "openssl-psk", "openssl-ticket", "curl", "chromium");

    private Hellos() {}

    static byte[] of(String client) {
        try (InputStream in = Hellos.class.getResourceAsStream("/hello/" + client + ".hex")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
            return ByteBufUtil.decodeHexDump(text.replaceAll("\\s", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The hello of this Java. */
    static byte[] ofJava(String host, String... protocols) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(true);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(host)));
            parameters.setApplicationProtocols(protocols);
            engine.setSSLParameters(parameters);
            ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), out);
            return Arrays.copyOf(out.array(), out.position());
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The message of a hello in one record, in records of so many octets. */
    static byte[] inRecordsOf(byte[] hello, int size) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int at = 5; at < hello.length; at += size) {
            int length = Math.min(size, hello.length - at);
            out.writeBytes(new byte[] {22, 3, 1, (byte) (length >>> 8), (byte) length});
            out.write(hello, at, length);
        }
        return out.toByteArray();
    }

    /** A hello in one record with these octets as its extensions. */
    static byte[] with(byte[] extensions) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {3, 3});
        body.writeBytes(new byte[32]);
        body.writeBytes(new byte[] {0, 0, 2, 0x13, 1, 1, 0});
        body.writeBytes(new byte[] {(byte) (extensions.length >>> 8), (byte) extensions.length});
        body.writeBytes(extensions);
        return record(1, body.toByteArray());
    }

    static byte[] record(int type, byte[] body) {
        ByteBuffer all = ByteBuffer.allocate(9 + body.length);
        all.put(new byte[] {22, 3, 1}).putShort((short) (body.length + 4));
        all.putInt(type << 24 | body.length).put(body);
        return all.array();
    }
}
