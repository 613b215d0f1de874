// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import io.evenkeel.config.tls.IdentityException.Part;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A certificate, those that confirm it, and its private key, which belong together. {@link #toString} shows nothing of
 * the key.
 *
 * @param chain the server's own certificate first; never empty
 */
public record Identity(List<X509Certificate> chain, PrivateKey key) {

    private static final byte[] PROBE = "does the key belong to the certificate?".getBytes(StandardCharsets.US_ASCII);

    public Identity {
        chain = List.copyOf(chain);
    }

    /**
     * Reads both files. A certificate outside its time of validity is not an error.
     *
     * @param certificate PEM, the server's own certificate first
     * @param key PEM: PKCS#8, PKCS#1 or SEC1
     * @param password of the key; null when it has none
     * @throws IdentityException when one of them cannot be used or does not fit the other
     */
    public static Identity read(Path certificate, Path key, @Nullable String password) throws IdentityException {
        List<X509Certificate> chain = PemFile.certificates(certificate);
        PublicKey own = chain.get(0).getPublicKey();
        if (!Set.of("RSA", "EC").contains(own.getAlgorithm())) {
            throw new IdentityException(
                    Part.CERTIFICATE,
                    "the certificate in " + certificate + " has a key of " + own.getAlgorithm()
                            + ", which Java's TLS does not support",
                    "request one with an RSA or EC key");
        }
        PrivateKey secret = new KeyReader(key, own, password).read();
        if (!belong(own, secret)) {
            boolean other = chain.stream().skip(1).anyMatch(each -> belong(each.getPublicKey(), secret));
            throw new IdentityException(
                    Part.KEY,
                    "the key in " + key + " does not belong to the certificate in " + certificate,
                    other
                            ? "it belongs to a later certificate of that file; the server's own must be the first"
                            : "give the key with which the certificate was requested");
        }
        return new Identity(chain, secret);
    }

    private static boolean belong(PublicKey open, PrivateKey secret) {
        if (!open.getAlgorithm().equals(secret.getAlgorithm())) {
            return false;
        }
        try {
            Signature signature =
                    Signature.getInstance(open.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
            signature.initSign(secret);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(open);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** The server's own certificate. */
    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** The server's own certificate as a block of PEM. */
    public String pem() {
        return PemFile.text(certificate());
    }

    /** The names that the certificate is for. */
    public CertificateNames names() {
        return CertificateNames.of(certificate());
    }

    /** The oddity of the certificate at a time, a sentence without a full stop; null when there is none. */
    public @Nullable String oddity(Instant now) {
        X509Certificate own = certificate();
        if (now.isAfter(own.getNotAfter().toInstant())) {
            return "the certificate has expired on " + day(own.getNotAfter().toInstant());
        } else if (now.isBefore(own.getNotBefore().toInstant())) {
            return "the certificate is not valid before "
                    + day(own.getNotBefore().toInstant());
        }
        for (int i = 1; i < chain.size(); i++) {
            if (!chain.get(i).getSubjectX500Principal().equals(chain.get(i - 1).getIssuerX500Principal())) {
                return "certificate " + (i + 1) + " of the file is not the issuer of the one before it";
            }
        }
        return null;
    }

    /** The day of an instant, as in 2031-05-06, in UTC. */
    public static String day(Instant instant) {
        return LocalDate.ofInstant(instant, ZoneOffset.UTC).toString();
    }

    /** The owner of the certificate and the end of its validity. */
    @Override
    public String toString() {
        return "certificate of " + names() + ", valid until "
                + day(certificate().getNotAfter().toInstant());
    }
}
