// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import io.evenkeel.config.tls.IdentityException.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a PEM file (RFC 7468). Text between them is skipped, because openssl writes some there.
 *
 * <p>Java before 25 has no reader for it except the one inside its certificate factory. Netty's reader takes neither
 * several kinds of blocks in a file nor keys other than PKCS#8; see record 0011.
 */
public final class PemFile {

    private static final int LONGEST = 1 << 20;
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    /**
     * One block.
     *
     * @param label such as CERTIFICATE
     * @param sealed true for a key that openssl encrypted in its old way, with fields above the octets
     */
    @SuppressWarnings("ArrayRecordComponent") // blocks are read once and never compared
    record Block(String label, boolean sealed, byte[] octets) {}

    private PemFile() {}

    /**
     * The certificates of a file, in its order, at least one; other blocks are skipped.
     *
     * @throws IdentityException with the fault of the file
     */
    public static List<X509Certificate> certificates(Path file) throws IdentityException {
        List<X509Certificate> found = new ArrayList<>();
        for (Block block : blocks(file, Part.CERTIFICATE)) {
            if (block.label().equals("CERTIFICATE") || block.label().equals("X509 CERTIFICATE")) {
                found.add(certificate(file, found.size() + 1, block.octets()));
            }
        }
        if (found.isEmpty()) {
            throw new IdentityException(
                    Part.CERTIFICATE,
                    file + " has no certificate in PEM",
                    "it needs a block that begins with " + BEGIN + "CERTIFICATE" + DASHES);
        }
        return List.copyOf(found);
    }

    /**
     * The lists of revoked certificates of a file, at least one; other blocks are skipped.
     *
     * @throws IdentityException with the fault of the file
     */
    public static List<X509CRL> revocations(Path file) throws IdentityException {
        List<X509CRL> found = new ArrayList<>();
        for (Block block : blocks(file, Part.CERTIFICATE)) {
            if (block.label().equals("X509 CRL")) {
                found.add(revocation(file, block.octets()));
            }
        }
        if (found.isEmpty()) {
            throw new IdentityException(
                    Part.CERTIFICATE,
                    file + " has no list of revoked certificates in PEM",
                    "it needs a block that begins with " + BEGIN + "X509 CRL" + DASHES);
        }
        return List.copyOf(found);
    }

    private static X509CRL revocation(Path file, byte[] octets) throws IdentityException {
        try {
            return (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(octets));
        } catch (CertificateException | CRLException e) {
            throw new IdentityException(
                    Part.CERTIFICATE, file + ": a list of revoked certificates is torn: " + e.getMessage(), null);
        }
    }

    /** A certificate as a block. */
    static String text(X509Certificate certificate) {
        try {
            String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
            return BEGIN + "CERTIFICATE" + DASHES + "\n" + body + "\n" + END + "CERTIFICATE" + DASHES + "\n";
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was read cannot be written", e);
        }
    }

    static List<Block> blocks(Path file, Part part) throws IdentityException {
        List<Block> blocks = new ArrayList<>();
        String label = null;
        boolean sealed = false;
        StringBuilder body = new StringBuilder();
        for (String line : content(file, part).lines().map(String::strip).toList()) {
            if (label == null) {
                if (line.startsWith(BEGIN) && line.endsWith(DASHES) && line.length() > BEGIN.length() + 5) {
                    label = line.substring(BEGIN.length(), line.length() - DASHES.length());
                }
            } else if (line.startsWith(END)) {
                blocks.add(new Block(label, sealed, octets(file, part, label, body)));
                label = null;
                sealed = false;
                body.setLength(0);
            } else if (line.indexOf(':') >= 0) {
                sealed |= line.startsWith("Proc-Type:") && line.endsWith("ENCRYPTED");
            } else {
                body.append(line);
            }
        }
        if (label != null) {
            throw new IdentityException(
                    part, file + " ends inside the block " + label, "there is no line " + END + label + DASHES);
        }
        return blocks;
    }

    private static String content(Path file, Part part) throws IdentityException {
        String why;
        try {
            if (Files.notExists(file)) {
                throw new IdentityException(part, "there is no file " + file, null);
            } else if (Files.isDirectory(file)) {
                throw new IdentityException(part, file + " is a directory", "name the PEM file in it");
            } else if (!Files.isRegularFile(file)) {
                throw new IdentityException(part, file + " is a device or a pipe", "name a PEM file");
            }
            try (InputStream in = Files.newInputStream(file)) {
                byte[] octets = in.readNBytes(LONGEST + 1);
                if (octets.length <= LONGEST) {
                    return new String(octets, StandardCharsets.ISO_8859_1);
                }
            }
            why = "it is longer than 1 MB";
        } catch (AccessDeniedException e) {
            throw new IdentityException(
                    part,
                    file + " may not be read by user '" + System.getProperty("user.name", "?") + "'",
                    "give that user, or a group it is in, the right to read it and to enter its folders");
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        }
        throw new IdentityException(part, file + " cannot be read: " + why, null);
    }

    private static byte[] octets(Path file, Part part, String label, CharSequence body) throws IdentityException {
        try {
            return Base64.getDecoder().decode(body.toString());
        } catch (IllegalArgumentException e) {
            throw new IdentityException(
                    part, file + ": what stands in the block " + label + " is not Base64", "copy the file again");
        }
    }

    private static X509Certificate certificate(Path file, int number, byte[] octets) throws IdentityException {
        @Nullable Exception cause;
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(octets));
        } catch (CertificateException e) {
            cause = e;
        }
        throw new IdentityException(
                Part.CERTIFICATE, file + ": certificate " + number + " is torn: " + cause.getMessage(), null);
    }
}
