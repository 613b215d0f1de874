// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.ClientCertificates.Verify;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that register over TLS and have to show a certificate. */
@Timeout(60)
class McmpTlsIT {

    private static final Path FILE = Path.of("test.pem");

    private TestDispatcher dispatcher;

    @BeforeEach
    void start() {
        ListenerTls tls = new ListenerTls(
                List.of(new ServerCertificate(FILE, FILE, TestCertificates.ecdsa("proxy.example.org"))),
                EnumSet.allOf(TlsVersion.class),
                false,
                new ClientCertificates(
                        Verify.REQUIRED,
                        FILE,
                        List.of(TestCertificates.AUTHORITY.getCertificate()),
                        null,
                        List.of(),
                        null));
        dispatcher = TestDispatcher.start(new TestSettings().registering("apps", McmpSettings.DEFAULTS, tls));
    }

    @AfterEach
    void stop() {
        dispatcher.close();
    }

    private String ping(SSLContext context) throws IOException {
        return send(context, "PING", "");
    }

    private String send(SSLContext context, String method, String body) throws IOException {
        try (SSLSocket socket = (SSLSocket)
                context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), dispatcher.port("mcmp"))) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(Wire.bytes(method + " / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + "Content-Length: "
                            + body.length() + "\r\n\r\n" + body));
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            return String.join("\n", answer.lines().toList());
        }
    }

    @Test
    void serverWithACertificateIsAnswered() throws Exception {
        assertThat(ping(TestCertificates.clientContext(TestCertificates.client("tomcat-1"))))
                .startsWith("HTTP/1.1 200 OK\n")
                .contains("Type=PING-RSP&State=OK");
    }

    @Test
    void serverWithAnotherCertificateDoesNotSpeakForIt() throws Exception {
        SSLContext first = TestCertificates.clientContext(TestCertificates.client("tomcat-1"));
        SSLContext second = TestCertificates.clientContext(TestCertificates.client("tomcat-2"));
        String config = "JVMRoute=a&Host=127.0.0.1&Port=8080&Type=http";
        assertThat(send(first, "CONFIG", config)).startsWith("HTTP/1.1 200 OK\n");

        assertThat(send(second, "REMOVE-APP", "JVMRoute=a&Alias=h&Context=/shop"))
                .startsWith("HTTP/1.1 500 ERROR\nVersion: 0.2.1\nType: MEM\n")
                .contains("belongs to the server that has registered it");
        assertThat(send(second, "CONFIG", config)).contains("Type: MEM");
        assertThat(send(first, "CONFIG", config)).startsWith("HTTP/1.1 200 OK\n");
    }

    @Test
    void serverWithoutOneIsNot() {
        assertThatThrownBy(() -> ping(TestCertificates.clientContext(null)))
                .isInstanceOfAny(IOException.class, UncheckedIOException.class);
        assertThat(dispatcher.control().registrations().messages().get("PING")).containsEntry("ok", 0L);
    }
}
