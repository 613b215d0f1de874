// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.netty.pkitesting.X509Bundle;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * A server's certificate and key, and the number of times they were used: a client that resumes an earlier session does
 * not use them.
 */
final class CountingKeys extends X509ExtendedKeyManager {

    private static final String ALIAS = "server";

    final AtomicInteger asked = new AtomicInteger();
    private final X509Bundle bundle;

    CountingKeys(X509Bundle bundle) {
        this.bundle = bundle;
    }

    SSLContext context() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {this}, null, null);
        return context;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return bundle.getCertificatePath();
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        asked.incrementAndGet();
        return bundle.getKeyPair().getPrivate();
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return keyType.equals(bundle.getKeyPair().getPublic().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
