// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.config.tls.Identity;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** An authority of the tests, and what it confirms. */
public final class TestCertificates {

    /** The authority of every test of a run. */
    public static final X509Bundle AUTHORITY = authority("authority");

    private TestCertificates() {}

    /** An authority that confirms itself. */
    public static X509Bundle authority(String name) {
        try {
            return new CertificateBuilder()
                    .ecp256()
                    .subject("CN=" + name)
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned();
        } catch (Exception e) {
            throw new AssertionError("no certificate", e);
        }
    }

    /** A certificate of the authority with a key of P-256 for these hosts. */
    public static Identity ecdsa(String... hosts) {
        return identity(new CertificateBuilder().ecp256(), hosts);
    }

    /** The same with a key of P-384. */
    public static Identity wideEcdsa(String... hosts) {
        return identity(new CertificateBuilder().algorithm(CertificateBuilder.Algorithm.ecp384), hosts);
    }

    /** The same with an RSA key. */
    public static Identity rsa(String... hosts) {
        return identity(new CertificateBuilder().rsa2048(), hosts);
    }

    /** A server's with an EC key for all names one level below a domain. */
    public static Identity wildcard(String domain) {
        byte[] name = ("*." + domain).getBytes(StandardCharsets.US_ASCII);
        byte[] names = new byte[name.length + 4];
        names[0] = 0x30;
        names[1] = (byte) (name.length + 2);
        names[2] = (byte) 0x82;
        names[3] = (byte) name.length;
        System.arraycopy(name, 0, names, 4, name.length);
        X509Bundle made = issued(new CertificateBuilder()
                .ecp256()
                .subject("CN=" + domain)
                .addExtensionOctetString("2.5.29.17", false, names));
        return new Identity(made.getCertificatePathList(), made.getKeyPair().getPrivate());
    }

    private static Identity identity(CertificateBuilder builder, String... hosts) {
        builder.subject("CN=" + hosts[0]);
        for (String host : hosts) {
            builder.addSanDnsName(host);
        }
        X509Bundle made = issued(builder);
        return new Identity(made.getCertificatePathList(), made.getKeyPair().getPrivate());
    }

    /** A certificate of a client. */
    public static X509Bundle client(String name) {
        return issued(new CertificateBuilder().ecp256().subject("CN=" + name).addExtendedKeyUsageClientAuth());
    }

    private static X509Bundle issued(CertificateBuilder builder) {
        try {
            return builder.buildIssuedBy(AUTHORITY);
        } catch (Exception e) {
            throw new AssertionError("no certificate", e);
        }
    }

    /** The trust in what the authority confirms. */
    public static X509ExtendedTrustManager trust() {
        return (X509ExtendedTrustManager) AUTHORITY.toTrustManager();
    }

    /** Java's context of a client that trusts the authority. */
    public static SSLContext clientContext(@Nullable X509Bundle own) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager[] keys = own == null ? null : own.toKeyManagerFactory().getKeyManagers();
            context.init(keys, new TrustManager[] {AUTHORITY.toTrustManager()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new AssertionError("this Java has no TLS", e);
        }
    }
}
