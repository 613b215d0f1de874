// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.IdentityException;
import io.evenkeel.config.tls.PemFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.shredzone.acme4j.connector.Connection;
import org.shredzone.acme4j.connector.HttpConnector;
import org.shredzone.acme4j.connector.NetworkSettings;
import org.shredzone.acme4j.provider.GenericAcmeProvider;

/** The way to an authority whose own certificate is confirmed by authorities of a file, or by those of Java. */
final class DirectoryProvider extends GenericAcmeProvider {

    private final @Nullable Path ca;

    /** @param ca PEM; null for the authorities of Java */
    DirectoryProvider(@Nullable Path ca) {
        this.ca = ca;
    }

    @Override
    public Connection connect(URI server, NetworkSettings settings) {
        return new WholeAnswers(createHttpConnector(settings));
    }

    @Override
    protected HttpConnector createHttpConnector(NetworkSettings settings) {
        Path file = ca;
        return file == null ? super.createHttpConnector(settings) : new Connector(settings, file);
    }

    /** Opens connections; the file is read again for each. */
    private static final class Connector extends HttpConnector {

        private final Path file;

        Connector(NetworkSettings settings, Path file) {
            super(settings);
            this.file = file;
        }

        @Override
        public HttpClient.Builder createClientBuilder() {
            return super.createClientBuilder().sslContext(context());
        }

        private SSLContext context() {
            try {
                KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
                store.load(null, null);
                int number = 0;
                for (X509Certificate each : PemFile.certificates(file)) {
                    store.setCertificateEntry(Integer.toString(number++), each);
                }
                TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(store);
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, trust.getTrustManagers(), null);
                return context;
            } catch (GeneralSecurityException | IOException | IdentityException e) {
                throw new IllegalArgumentException(file + " cannot be used: " + e.getMessage(), e);
            }
        }
    }
}
