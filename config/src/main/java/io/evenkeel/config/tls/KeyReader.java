// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import io.evenkeel.config.tls.IdentityException.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The private key of a PEM file: PKCS#8, with a password or without, or the older forms of openssl, PKCS#1 and SEC1.
 *
 * <p>Java reads PKCS#8 alone. An older form is the inner part of PKCS#8, without the name of the algorithm. That name
 * stands in the certificate's public key, octet for octet, and is taken from there to make PKCS#8.
 */
final class KeyReader {

    private static final Set<String> FORMS =
            Set.of("PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY");
    private static final String CONVERT = "make it PKCS#8: openssl pkcs8 -topk8 -in KEY -out NEW";
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final byte[] VERSION_0 = {2, 1, 0};

    private final Path file;
    private final PublicKey counterpart;
    private final @Nullable String password;

    /** @param counterpart the public key of the certificate that the key is for */
    KeyReader(Path file, PublicKey counterpart, @Nullable String password) {
        this.file = file;
        this.counterpart = counterpart;
        this.password = password;
    }

    PrivateKey read() throws IdentityException {
        List<PemFile.Block> blocks = PemFile.blocks(file, Part.KEY);
        for (PemFile.Block block : blocks) {
            if (FORMS.contains(block.label())) {
                return key(block);
            }
        }
        boolean foreign = blocks.stream().anyMatch(block -> block.label().endsWith("PRIVATE KEY"));
        throw new IdentityException(
                Part.KEY,
                file + " has no private key in PEM" + (foreign ? " in a supported form" : ""),
                "PKCS#8 (BEGIN PRIVATE KEY, BEGIN ENCRYPTED PRIVATE KEY), PKCS#1 (BEGIN RSA PRIVATE KEY) and SEC1"
                        + " (BEGIN EC PRIVATE KEY) are read");
    }

    private PrivateKey key(PemFile.Block block) throws IdentityException {
        if (block.sealed()) {
            throw new IdentityException(Part.KEY, file + " is encrypted in openssl's old format", CONVERT);
        }
        return switch (block.label()) {
            case "PRIVATE KEY" -> key(block.octets());
            case "ENCRYPTED PRIVATE KEY" -> key(opened(block.octets()));
            case "RSA PRIVATE KEY" -> key(wrapped(block.octets(), "RSA"));
            default -> key(wrapped(block.octets(), "EC"));
        };
    }

    private PrivateKey key(byte[] pkcs8) throws IdentityException {
        try {
            return KeyFactory.getInstance(counterpart.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (GeneralSecurityException e) {
            throw foreign();
        }
    }

    private byte[] wrapped(byte[] inner, String algorithm) throws IdentityException {
        if (!algorithm.equals(counterpart.getAlgorithm())) {
            throw foreign();
        }
        byte[] name = first(counterpart.getEncoded());
        return tagged(SEQUENCE, VERSION_0, name, tagged(OCTET_STRING, inner));
    }

    private IdentityException foreign() {
        return new IdentityException(
                Part.KEY,
                file + " has no sound " + counterpart.getAlgorithm() + " key, as the certificate wants",
                "give the key with which the certificate was requested");
    }

    private byte[] opened(byte[] octets) throws IdentityException {
        if (password == null) {
            throw new IdentityException(Part.KEY, file + " is encrypted", "give its password as key-password");
        }
        try {
            EncryptedPrivateKeyInfo sealed = new EncryptedPrivateKeyInfo(octets);
            // The name of PBES2 says nothing; that of its parameters is what Java calls the algorithm.
            boolean second = Set.of("PBES2", "1.2.840.113549.1.5.13").contains(sealed.getAlgName());
            String algorithm = second ? sealed.getAlgParameters().toString() : sealed.getAlgName();
            SecretKey opener =
                    SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray()));
            Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(Cipher.DECRYPT_MODE, opener, sealed.getAlgParameters());
            return sealed.getKeySpec(cipher).getEncoded();
        } catch (NoSuchAlgorithmException | IOException e) {
            throw new IdentityException(
                    Part.KEY,
                    file + " is damaged, or encrypted in a way that this Java cannot read: " + e.getMessage(),
                    CONVERT);
        } catch (GeneralSecurityException e) {
            throw new IdentityException(Part.PASSWORD, "the password does not open " + file, null);
        }
    }

    /** The first element of a sequence in DER, with its tag and length. */
    private static byte[] first(byte[] sequence) {
        int start = body(sequence, 0);
        int inner = body(sequence, start);
        int length = inner - start + length(sequence, start);
        byte[] element = new byte[length];
        System.arraycopy(sequence, start, element, 0, length);
        return element;
    }

    private static int body(byte[] der, int at) {
        int second = der[at + 1] & 0xff;
        return at + 2 + (second < 0x80 ? 0 : second & 0x7f);
    }

    private static int length(byte[] der, int at) {
        int second = der[at + 1] & 0xff;
        if (second < 0x80) {
            return second;
        }
        int length = 0;
        for (int i = 0; i < (second & 0x7f); i++) {
            length = (length << 8) | (der[at + 2 + i] & 0xff);
        }
        return length;
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            body.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = body.size();
        if (length < 0x80) {
            out.write(length);
        } else {
            int octets = (39 - Integer.numberOfLeadingZeros(length)) / 8;
            out.write(0x80 | octets);
            for (int i = octets - 1; i >= 0; i--) {
                out.write(length >>> (8 * i));
            }
        }
        out.writeBytes(body.toByteArray());
        return out.toByteArray();
    }
}
