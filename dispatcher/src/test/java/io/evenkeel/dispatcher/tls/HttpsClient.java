// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import io.evenkeel.dispatcher.engine.TestCertificates;
import io.netty.pkitesting.X509Bundle;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A client of Java's own TLS that remembers sessions. */
final class HttpsClient {

    private static final int PATIENCE_MS = 8_000;

    private final SSLContext context;
    private final String host;

    /** @param own the client's certificate; null for none */
    HttpsClient(String host, @Nullable X509Bundle own) {
        this.context = TestCertificates.clientContext(own);
        this.host = host;
    }

    /** One connection, with a handshake behind it. */
    static final class Connected implements Closeable {

        private final Socket plain;
        private final SSLSocket socket;

        private Connected(Socket plain, SSLSocket socket) {
            this.plain = plain;
            this.socket = socket;
        }

        /** Says so many octets that mean nothing, past TLS, ends its output, and gives all that is sent to it. */
        byte[] speaksOn(int octets) throws IOException {
            plain.getOutputStream().write(new byte[octets]);
            plain.shutdownOutput();
            return plain.getInputStream().readAllBytes();
        }

        /** The answer to a GET of a path, as far as one read goes after its head is there. */
        String get(String path) throws IOException {
            String request = "GET " + path + " HTTP/1.1\r\nHost: shop.example.org\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            StringBuilder text = new StringBuilder();
            byte[] some = new byte[4096];
            while (text.indexOf("\r\n\r\n") < 0) {
                int count = in.read(some);
                if (count < 0) {
                    break;
                }
                text.append(new String(some, 0, count, StandardCharsets.ISO_8859_1));
            }
            return text.toString();
        }

        SSLSession session() {
            return socket.getSession();
        }

        X509Certificate certificate() throws IOException {
            return (X509Certificate) socket.getSession().getPeerCertificates()[0];
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    /** Connects and shakes hands. */
    Connected connect(int port) throws IOException {
        return connect(port, "TLSv1.3");
    }

    Connected connect(int port, String version) throws IOException {
        Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
        plain.setSoTimeout(PATIENCE_MS);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {version});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return new Connected(plain, socket);
    }
}
