// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The identity that all members of a group share, made of the cluster key: a key pair of Ed25519 whose private half is
 * {@code HMAC-SHA256(cluster key, purpose)}, in a certificate that it has signed itself. A member trusts a certificate
 * with its own public key, and no other. TLS makes the other end prove that it has the private half, so it knows the
 * cluster key. The certificate says nothing else and never expires; an attacker who records a connection and gets the
 * key later reads nothing, because the traffic is under keys of that connection.
 */
final class ClusterIdentity {

    private static final String PURPOSE = "evenkeel join: key pair of members, 1";
    private static final String ALIAS = "member";

    private final KeyPair pair;
    private final X509Certificate certificate;

    /** @throws GeneralSecurityException when this Java has no Ed25519 */
    ClusterIdentity(String clusterKey) throws GeneralSecurityException {
        pair = pair(clusterKey);
        certificate = certificate(pair);
    }

    /** TLS in which both ends have to prove this identity. */
    SSLContext context() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(new KeyManager[] {new OwnKey()}, new TrustManager[] {new SameKey()}, new SecureRandom());
        return context;
    }

    private static KeyPair pair(String clusterKey) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(clusterKey.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] secret = mac.doFinal(PURPOSE.getBytes(StandardCharsets.UTF_8));
        KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
        // A private key of Ed25519 is any 32 octets (RFC 8032); the generator takes them from here.
        generator.initialize(255, new Told(secret));
        return generator.generateKeyPair();
    }

    /** The public half, as it stands in a certificate. */
    byte[] publicKey() {
        return pair.getPublic().getEncoded();
    }

    private static X509Certificate certificate(KeyPair pair) throws GeneralSecurityException {
        byte[] algorithm = sequence(new byte[] {6, 3, 0x2B, 0x65, 0x70});
        byte[] commonName = sequence(join(
                new byte[] {6, 3, 0x55, 4, 3}, value(0x0C, "evenkeel member".getBytes(StandardCharsets.US_ASCII))));
        byte[] name = sequence(value(0x31, commonName));
        byte[] validity = sequence(join(time("20200101000000Z"), time("99991231235959Z")));
        byte[] signed = sequence(join(
                new byte[] {(byte) 0xA0, 3, 2, 1, 2},
                new byte[] {2, 1, 1},
                algorithm,
                name,
                validity,
                name,
                pair.getPublic().getEncoded()));
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(signed);
        byte[] bits = join(new byte[] {0}, signature.sign());
        byte[] whole = sequence(join(signed, algorithm, value(3, bits)));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] time(String text) {
        return value(0x18, text.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] sequence(byte[] content) {
        return value(0x30, content);
    }

    /** A value of DER of less than 256 octets. */
    private static byte[] value(int type, byte[] content) {
        int length = content.length;
        byte[] head = length < 0x80
                ? new byte[] {(byte) type, (byte) length}
                : new byte[] {(byte) type, (byte) 0x81, (byte) length};
        return join(head, content);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] each : parts) {
            out.writeBytes(each);
        }
        return out.toByteArray();
    }

    /** Gives the octets that it was told, once. */
    @SuppressWarnings("serial") // is not written anywhere
    private static final class Told extends SecureRandom {

        private static final long serialVersionUID = 1;

        private final byte[] octets;

        Told(byte[] octets) {
            super(null, null);
            this.octets = octets;
        }

        @Override
        public void nextBytes(byte[] into) {
            if (into.length != octets.length) {
                throw new IllegalStateException("this Java makes keys of Ed25519 of " + into.length + " bytes");
            }
            System.arraycopy(octets, 0, into, 0, into.length);
        }
    }

    private final class OwnKey extends X509ExtendedKeyManager {

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return new String[] {ALIAS};
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return ALIAS;
        }

        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            return ALIAS;
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {certificate};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return pair.getPrivate();
        }
    }

    private final class SameKey extends X509ExtendedTrustManager {

        private void check(X509Certificate[] chain) throws CertificateException {
            if (chain.length != 1
                    || !MessageDigest.isEqual(chain[0].getPublicKey().getEncoded(), publicKey())) {
                throw new CertificateException("it has another cluster key");
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
