// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.tls.Identity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCertificateTest {

    private static final Instant NOW = Instant.parse("2031-05-06T07:08:09Z");

    @TempDir
    private Path folder;

    @Test
    void confirmsItselfForThisMachineAlone() throws Exception {
        DemoCertificate made = DemoCertificate.make(folder, NOW);
        X509Certificate certificate = made.certificate();

        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getSubjectX500Principal()).isEqualTo(certificate.getIssuerX500Principal());
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(
                        List.of(2, "localhost"), List.of(7, "127.0.0.1"), List.of(7, "0:0:0:0:0:0:0:1"));
        assertThat(certificate.getBasicConstraints()).as("no authority").isEqualTo(-1);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getNotBefore()).isEqualTo("2031-05-06T06:08:09Z");
        assertThat(certificate.getNotAfter()).isEqualTo("2031-06-05T07:08:09Z");
    }

    @Test
    void twoAreNeverTheSame() throws Exception {
        X509Certificate one = DemoCertificate.make(Files.createDirectory(folder.resolve("a")), NOW)
                .certificate();
        X509Certificate two = DemoCertificate.make(Files.createDirectory(folder.resolve("b")), NOW)
                .certificate();

        assertThat(one.getSerialNumber()).isNotEqualTo(two.getSerialNumber());
        assertThat(one.getPublicKey()).isNotEqualTo(two.getPublicKey());
    }

    @Test
    void itsFilesAreOfItsOwnerAndBelongTogether() throws Exception {
        DemoCertificate made = DemoCertificate.make(folder, NOW);

        for (Path file : List.of(made.file(), made.keyFile())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .as(file.toString())
                    .isEqualTo("rw-------");
        }
        Identity read = Identity.read(made.file(), made.keyFile(), null);
        assertThat(read.certificate()).isEqualTo(made.certificate());
    }
}
