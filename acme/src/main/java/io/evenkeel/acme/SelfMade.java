// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.tls.Identity;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Keys, and certificates that confirm themselves, with which a listener can open before an authority has issued one. */
final class SelfMade {

    private static final Duration BEHIND = Duration.ofHours(1);
    private static final Duration LIFE = Duration.ofDays(30);
    private static final X500Name OWNER = new X500Name("CN=made by Evenkeel itself until an authority issues one");
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
            return new Identity(
                    List.of(new JcaX509CertificateConverter()
                            .getCertificate(builder.build(
                                    new JcaContentSignerBuilder("SHA256withECDSA").build(key.getPrivate())))),
                    key.getPrivate());
        } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
            throw new IllegalStateException("a certificate cannot be made", e);
        }
    }
}
