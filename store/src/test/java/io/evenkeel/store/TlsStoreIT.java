// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.SessionStore;
import io.evenkeel.store.StoreContract.Answer;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Valkey or Redis that speaks TLS alone; {@code .ci/slow.d/store}. */
@Tag("servers")
final class TlsStoreIT {

    private static final String TRUST_STORE = "javax.net.ssl.trustStore";

    @TempDir
    Path folder;

    private ValkeyServer server;

    @BeforeEach
    void start() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        X509Bundle bundle = new CertificateBuilder()
                .ecp256()
                .subject("CN=store")
                .addSanDnsName("localhost")
                .buildIssuedBy(authority);
        Files.writeString(folder.resolve("cert.pem"), bundle.getCertificatePEM());
        Files.writeString(folder.resolve("key.pem"), bundle.getPrivateKeyPEM());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.getCertificate());
        try (OutputStream out = Files.newOutputStream(folder.resolve("trusted.p12"))) {
            trusted.store(out, "changeit".toCharArray());
        }
        server = ValkeyServer.startTls(folder);
    }

    @AfterEach
    void stop() {
        System.clearProperty(TRUST_STORE);
        System.clearProperty(TRUST_STORE + "Password");
        server.close();
    }

    private Answer read(String url) throws Exception {
        StoreSettings settings =
                new StoreSettings(url + server.port(), null, ValkeyServer.PASSWORD, StoreSettings.DEFAULT_TIMEOUT);
        try (SessionStore store = new ValkeyProvider().open(settings)) {
            return Answer.of(reply -> store.read("a", reply));
        }
    }

    private void trust() {
        System.setProperty(TRUST_STORE, folder.resolve("trusted.p12").toString());
        System.setProperty(TRUST_STORE + "Password", "changeit");
    }

    @Test
    void aStoreWhoseAuthorityTheJvmTrustsIsRead() throws Exception {
        trust();

        assertThat(read("valkeys://localhost:")).isEqualTo(new Answer(0, "null"));
        assertThat(read("rediss://localhost:")).isEqualTo(new Answer(0, "null"));
    }

    @Test
    void aStoreWithACertificateForAnotherNameIsNotRead() throws Exception {
        trust();

        assertThat(read("valkeys://127.0.0.1:").failure()).contains("127.0.0.1");
    }

    @Test
    void aStoreOfAnUnknownAuthorityIsNotRead() throws Exception {
        assertThat(read("valkeys://localhost:").failure()).contains("certification path");
    }
}
