// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.IdentityException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.DateTimeException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The files of one authority: the key of the account, and for each certificate a file with its key and chain and one
 * with its {@link IssueTries}. Only the owner can read them, and each is replaced at once: a reader sees the old or the
 * new one, also after a crash. Threads: any; the caller writes one at a time.
 */
final class AcmeFolder {

    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9.-]+");
    private static final int LINE = 64;
    private static final String PRIVATE = "PRIVATE KEY";
    private static final String PUBLIC = "PUBLIC KEY";

    private final Path folder;

    /**
     * The files of an authority.
     *
     * @param state the folder for all authorities
     */
    AcmeFolder(Path state, URI directory) {
        String place = directory.getAuthority() + directory.getPath();
        folder = state.resolve(UNFIT.matcher(place).replaceAll("-"));
    }

    /**
     * The key of the account, which is made when there is none.
     *
     * @throws IOException when it cannot be read or stored, with a sentence for the user
     */
    KeyPair accountKey() throws IOException {
        Path file = folder.resolve("account.key");
        try {
            String text = Files.readString(file, StandardCharsets.US_ASCII);
            KeyFactory keys = KeyFactory.getInstance("EC");
            return new KeyPair(
                    keys.generatePublic(new X509EncodedKeySpec(octets(text, PUBLIC))),
                    keys.generatePrivate(new PKCS8EncodedKeySpec(octets(text, PRIVATE))));
        } catch (NoSuchFileException e) {
            KeyPair made = SelfMade.key();
            write(
                    file,
                    block(PRIVATE, made.getPrivate().getEncoded())
                            + block(PUBLIC, made.getPublic().getEncoded()));
            return made;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + " has no key of an account; remove it, and a new account is made", e);
        }
    }

    /** The file of a certificate and its key. */
    Path file(AcmeCertificate names) {
        return folder.resolve(name(names) + ".pem");
    }

    /**
     * The certificate of an earlier run; null when there is none, or its text is broken.
     *
     * @throws IOException when there may be one, and it cannot be read
     */
    @Nullable
    Identity certificate(AcmeCertificate names) throws IOException {
        Path file = file(names);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException(file + " is not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            in.readNBytes(1);
        } catch (NoSuchFileException e) {
            return null;
        }
        try {
            Identity identity = Identity.read(file, file, null);
            boolean complete = identity.names().hosts().containsAll(names.names());
            return complete ? identity : null;
        } catch (IdentityException e) {
            return null;
        }
    }

    void certificate(AcmeCertificate names, Identity identity) throws IOException {
        StringBuilder text = new StringBuilder(block(PRIVATE, identity.key().getEncoded()));
        try {
            for (X509Certificate each : identity.chain()) {
                text.append(block("CERTIFICATE", each.getEncoded()));
            }
        } catch (CertificateEncodingException e) {
            throw new IOException("the certificate cannot be written: " + e.getMessage(), e);
        }
        write(file(names), text.toString());
    }

    /** The tries of earlier runs; none when they cannot be read. */
    IssueTries tries(AcmeCertificate names) {
        try {
            Properties lines = new Properties();
            lines.load(
                    new StringReader(Files.readString(folder.resolve(name(names) + ".tries"), StandardCharsets.UTF_8)));
            return IssueTries.of(lines);
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            return IssueTries.NONE;
        }
    }

    void tries(AcmeCertificate names, IssueTries tries) throws IOException {
        StringWriter text = new StringWriter();
        tries.toProperties().store(text, null);
        write(folder.resolve(name(names) + ".tries"), text.toString());
    }

    /** The first name, and for a certificate of several a word that follows from all of them. */
    private static String name(AcmeCertificate names) {
        String first = names.names().get(0);
        if (names.names().size() == 1) {
            return first;
        }
        CRC32 crc = new CRC32();
        crc.update(names.toString().getBytes(StandardCharsets.UTF_8));
        return first + "-" + HexFormat.of().toHexDigits((int) crc.getValue());
    }

    private static String block(String label, byte[] octets) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(octets) + "\n-----END " + label
                + "-----\n";
    }

    private static byte[] octets(String text, String label) {
        for (Matcher each = BLOCK.matcher(text); each.find(); ) {
            if (each.group(1).equals(label)) {
                return Base64.getMimeDecoder().decode(each.group(2));
            }
        }
        throw new IllegalArgumentException("there is no " + label);
    }

    private void write(Path file, String text) throws IOException {
        try {
            OwnerFile.replace(file, text);
        } catch (IOException e) {
            throw new IOException("keys of ACME cannot be kept in " + folder + ": " + e, e);
        }
    }
}
