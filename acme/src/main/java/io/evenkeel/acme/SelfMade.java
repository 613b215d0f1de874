// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.Identity;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DEROctetString;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Keys, and certificates that confirm themselves: those with which a listener can open before an authority has issued
 * one, and those that prove a name to it.
 */
final class SelfMade {

    private static final Duration BEHIND = Duration.ofHours(1);
    private static final Duration LIFE = Duration.ofDays(30);
    private static final X500Name OWNER = new X500Name("CN=made by Evenkeel itself until an authority issues one");
    private static final ASN1ObjectIdentifier ACME_IDENTIFIER = new ASN1ObjectIdentifier("1.3.6.1.5.5.7.1.31");
    private static final int SERIAL_BITS = 120;

    private SelfMade() {}

    /** A new key for ECDSA on P-256. */
    static KeyPair key() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has P-256", e);
        }
    }

    /** A certificate with a new key. */
    static Identity identity(List<String> names, Instant now) {
        return identity(names, now.minus(BEHIND), now.plus(LIFE));
    }

    static Identity identity(List<String> names, Instant from, Instant to) {
        return make(names, from, to, null);
    }

    /**
     * The certificate that proves a name by tls-alpn-01 (RFC 8737 §3).
     *
     * @param digest of the answer to the challenge, SHA-256
     */
    static Identity proof(String name, byte[] digest, Instant now) {
        return make(List.of(name), now.minus(BEHIND), now.plus(LIFE), digest);
    }

    private static Identity make(List<String> names, Instant from, Instant to, byte @Nullable [] digest) {
        KeyPair key = key();
        GeneralName[] hosts = names.stream()
                .map(name -> new GeneralName(GeneralName.dNSName, name))
                .toArray(GeneralName[]::new);
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    OWNER,
                    new BigInteger(SERIAL_BITS, new SecureRandom()),
                    Date.from(from),
                    Date.from(to),
                    OWNER,
                    key.getPublic());
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(hosts));
            if (digest != null) {
                builder.addExtension(ACME_IDENTIFIER, true, new DEROctetString(digest));
            }
            ContentSigner signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key.getPrivate());
            X509Certificate made = new JcaX509CertificateConverter().getCertificate(builder.build(signer));
            return new Identity(List.of(made), key.getPrivate());
        } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("a certificate cannot be made", e);
        }
    }
}
