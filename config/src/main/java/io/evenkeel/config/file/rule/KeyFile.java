// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.rule;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import io.evenkeel.config.file.overload.OverloadPage;
import io.evenkeel.config.yaml.FileGate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file with the public keys of an issuer of tokens: a JSON Web Key Set, or keys and certificates in PEM. */
final class KeyFile {

    private static final int LEAST_RSA_BITS = 2048;
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z ]+)-----([^-]*)-----END \\1-----");

    private KeyFile() {}

    /**
     * The keys of a file that was read before.
     *
     * @throws UncheckedIOException when it has become unusable since
     */
    static String checked(String path, FileGate gate) {
        try {
            return read(path, gate);
        } catch (IOException e) {
            throw new UncheckedIOException("keys " + path + ": " + e.getMessage(), e);
        }
    }

    /**
     * The public keys as a set in JSON.
     *
     * @throws IOException that says in words why they cannot be used
     */
    static String read(String path, FileGate gate) throws IOException {
        String text = OverloadPage.read(path, gate);
        JWKSet set = text.stripLeading().startsWith("{") ? json(text) : pem(text);
        List<JWK> keys = new ArrayList<>();
        for (JWK key : set.toPublicJWKSet().getKeys()) {
            if (key instanceof RSAKey rsa && rsa.size() < LEAST_RSA_BITS) {
                throw new IOException("it has an RSA key of less than " + LEAST_RSA_BITS + " bits");
            }
            if (key instanceof RSAKey || key instanceof ECKey) {
                keys.add(key);
            }
        }
        if (keys.isEmpty()) {
            throw new IOException("it has no public key, RSA or EC");
        }
        return new JWKSet(keys).toString();
    }

    private static JWKSet json(String text) throws IOException {
        try {
            return JWKSet.parse(text);
        } catch (ParseException e) {
            throw new IOException("it is no JSON Web Key Set", e);
        }
    }

    private static JWKSet pem(String text) throws IOException {
        List<JWK> keys = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            try {
                byte[] octets = Base64.getMimeDecoder().decode(block.group(2));
                keys.add(key(publicKey(block.group(1), octets)));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                throw new IOException("it has a block that is no public key and no certificate", e);
            }
        }
        return new JWKSet(keys);
    }

    private static PublicKey publicKey(String kind, byte[] octets) throws GeneralSecurityException {
        if (kind.equals("CERTIFICATE")) {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(octets))
                    .getPublicKey();
        }
        if (!kind.equals("PUBLIC KEY")) {
            throw new GeneralSecurityException(kind);
        }
        try {
            return KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(octets));
        } catch (GeneralSecurityException e) {
            return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(octets));
        }
    }

    private static JWK key(PublicKey key) throws GeneralSecurityException {
        if (key instanceof RSAPublicKey rsa) {
            return new RSAKey.Builder(rsa).build();
        }
        if (key instanceof ECPublicKey ec) {
            return new ECKey.Builder(Curve.forECParameterSpec(ec.getParams()), ec).build();
        }
        throw new GeneralSecurityException("neither RSA nor EC");
    }
}
