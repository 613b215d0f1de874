// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;

/** The identity of members: the same for the same key, and no other. */
final class ClusterIdentityTest {

    private static final String KEY = "a-key-that-all-of-the-dispatchers-have";
    private static final int ROOM = 1 << 16;

    @Test
    void oneKeyMakesOneIdentity() throws Exception {
        assertThat(new ClusterIdentity(KEY).publicKey())
                .isEqualTo(new ClusterIdentity(KEY).publicKey())
                .isNotEqualTo(new ClusterIdentity(KEY + "x").publicKey());
    }

    @Test
    void endsWithTheSameKeyUnderstandEachOther() throws Exception {
        assertThat(shakeHands(new ClusterIdentity(KEY).context(), new ClusterIdentity(KEY).context()))
                .isEqualTo("TLSv1.3");
    }

    @Test
    void anotherKeyIsRefused() throws Exception {
        SSLContext mine = new ClusterIdentity(KEY).context();
        SSLContext other = new ClusterIdentity(KEY + "x").context();

        assertThatThrownBy(() -> shakeHands(mine, other))
                .isInstanceOf(SSLException.class)
                .rootCause()
                .hasMessageContaining("another cluster key");
    }

    @Test
    void anEndWithoutAnIdentityIsRefused() throws Exception {
        SSLContext nobody = SSLContext.getInstance("TLSv1.3");
        nobody.init(null, new TrustManager[] {new Credulous()}, null);

        assertThatThrownBy(() -> shakeHands(nobody, new ClusterIdentity(KEY).context()))
                .isInstanceOf(SSLException.class);
    }

    /** Runs a handshake in memory; the protocol of it. */
    private static String shakeHands(SSLContext client, SSLContext server) throws SSLException {
        SSLEngine a = client.createSSLEngine();
        a.setUseClientMode(true);
        SSLEngine b = server.createSSLEngine();
        b.setUseClientMode(false);
        b.setNeedClientAuth(true);
        ByteBuffer toB = ByteBuffer.allocate(ROOM);
        ByteBuffer toA = ByteBuffer.allocate(ROOM);
        boolean doneA = false;
        boolean doneB = false;
        for (int i = 0; i < 100 && !(doneA && doneB); i++) {
            doneA |= step(a, toB, toA);
            doneB |= step(b, toA, toB);
        }
        assertThat(doneA && doneB).as("the handshake ended").isTrue();
        return b.getSession().getProtocol();
    }

    private static boolean step(SSLEngine engine, ByteBuffer out, ByteBuffer in) throws SSLException {
        boolean done = finished(engine.wrap(ByteBuffer.allocate(0), out));
        run(engine);
        in.flip();
        while (in.hasRemaining() && !done) {
            SSLEngineResult result = engine.unwrap(in, ByteBuffer.allocate(ROOM));
            done = finished(result);
            run(engine);
            if (result.bytesConsumed() == 0) {
                break;
            }
        }
        in.compact();
        return done;
    }

    private static void run(SSLEngine engine) {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private static boolean finished(SSLEngineResult result) {
        return result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.FINISHED;
    }

    /** Believes any server. */
    private static final class Credulous implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
