// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Clients that make one full TLS handshake after another until this is closed, a minute at most. */
final class HandshakeStorm implements AutoCloseable {

    private static final int CLIENTS = 6;
    private static final long MOST_NS = TimeUnit.MINUTES.toNanos(1);

    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch first = new CountDownLatch(1);
    private volatile boolean ends;

    HandshakeStorm(int port, X509Certificate trusted) throws Exception {
        KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
        known.load(null, null);
        known.setCertificateEntry("safe", trusted);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        for (int i = 0; i < CLIENTS; i++) {
            Thread thread = new Thread(() -> shake(context, port), "handshakes-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void shake(SSLContext context, int port) {
        long endNs = System.nanoTime() + MOST_NS;
        while (!ends && System.nanoTime() - endNs < 0) {
            try (SSLSocket socket =
                    (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
                socket.startHandshake();
                first.countDown();
                socket.getSession().invalidate();
            } catch (IOException e) {
                // a handshake that is refused was one, too
                Thread.onSpinWait();
            }
        }
    }

    void awaitFirst() throws InterruptedException {
        assertThat(first.await(30, TimeUnit.SECONDS)).as("a handshake").isTrue();
    }

    @Override
    public void close() throws InterruptedException {
        ends = true;
        for (Thread each : threads) {
            each.join(TimeUnit.SECONDS.toMillis(20));
        }
    }
}
