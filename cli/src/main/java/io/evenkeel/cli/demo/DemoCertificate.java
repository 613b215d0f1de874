// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A certificate that confirms itself, with its key, in two files that only their owner can read. It is for this machine
 * alone: {@code localhost} and the loopback addresses.
 *
 * @param certificate itself, to be trusted by programs of the demo
 * @param file of the certificate, PEM
 * @param keyFile of its key, PEM
 */
record DemoCertificate(X509Certificate certificate, Path file, Path keyFile) {

    private static final Duration BEHIND = Duration.ofHours(1);
    private static final Duration LIFE = Duration.ofDays(30);
    private static final String OWNER = "Evenkeel's demo on this machine";
    private static final int SERIAL_BITS = 120;
    private static final int LINE = 64;
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    // Identifiers of X.509 (RFC 5280), as DER has them.
    private static final byte[] ECDSA_WITH_SHA256 = octets("06082a8648ce3d040302");
    private static final byte[] COMMON_NAME = octets("0603550403");
    private static final byte[] SUBJECT_ALT_NAME = octets("0603551d11");
    private static final byte[] BASIC_CONSTRAINTS = octets("0603551d13");
    private static final byte[] EXTENDED_KEY_USAGE = octets("0603551d25");
    private static final byte[] SERVER_AUTH = octets("06082b06010505070301");

    private static final byte[] TRUE = octets("0101ff");
    private static final byte[] VERSION_3 = octets("a003020102");
    private static final byte[] IPV4_LOOPBACK = octets("87047f000001");
    private static final byte[] IPV6_LOOPBACK = octets("871000000000000000000000000000000001");

    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int DNS_NAME = 0x82;
    private static final int EXTENSIONS = 0xa3;

    /**
     * Makes one with a new key on P-256, good for 30 days.
     *
     * @param folder that gets the two files
     * @throws IOException when they cannot be written
     */
    static DemoCertificate make(Path folder, Instant now) throws IOException {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair key = generator.generateKeyPair();
            byte[] octets = signed(key, now);
            Path file = folder.resolve("demo-certificate.pem");
            Path keyFile = folder.resolve("demo-key.pem");
            write(file, "CERTIFICATE", octets);
            write(keyFile, "PRIVATE KEY", key.getPrivate().getEncoded());
            X509Certificate read = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(octets));
            return new DemoCertificate(read, file, keyFile);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has P-256 and X.509", e);
        }
    }

    private static byte[] signed(KeyPair key, Instant now) throws GeneralSecurityException {
        byte[] algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
        byte[] owner = der(
                SEQUENCE,
                der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, OWNER.getBytes(StandardCharsets.UTF_8)))));
        byte[] serial =
                new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0).toByteArray();
        byte[] content = der(
                SEQUENCE,
                VERSION_3,
                der(INTEGER, serial),
                algorithm,
                owner,
                der(SEQUENCE, time(now.minus(BEHIND)), time(now.plus(LIFE))),
                owner,
                key.getPublic().getEncoded(),
                der(EXTENSIONS, der(SEQUENCE, constraints(), usage(), names())));
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(key.getPrivate());
        signature.update(content);
        return der(SEQUENCE, content, algorithm, der(BIT_STRING, new byte[1], signature.sign()));
    }

    /** The certificate is of no authority. */
    private static byte[] constraints() {
        return der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(OCTET_STRING, der(SEQUENCE)));
    }

    private static byte[] usage() {
        return der(SEQUENCE, EXTENDED_KEY_USAGE, der(OCTET_STRING, der(SEQUENCE, SERVER_AUTH)));
    }

    private static byte[] names() {
        byte[] host = der(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII));
        return der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTET_STRING, der(SEQUENCE, host, IPV4_LOOPBACK, IPV6_LOOPBACK)));
    }

    private static byte[] time(Instant instant) {
        return der(UTC, UTC_TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    /** A value of ASN.1: tag, length, and what its parts have one after another; at most 65,535 octets. */
    private static byte[] der(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(tag);
        int length = content.size();
        if (length > 0xff) {
            all.write(0x82);
            all.write(length >> 8);
        } else if (length > 0x7f) {
            all.write(0x81);
        }
        all.write(length);
        all.writeBytes(content.toByteArray());
        return all.toByteArray();
    }

    private static byte[] octets(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static void write(Path file, String label, byte[] octets) throws IOException {
        if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(
                file,
                "-----BEGIN " + label + "-----\n"
                        + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(octets) + "\n-----END " + label
                        + "-----\n");
    }
}
