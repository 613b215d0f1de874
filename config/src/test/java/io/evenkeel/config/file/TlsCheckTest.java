// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.Problem;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The problems of {@code admin.tls} and their places. */
class TlsCheckTest {

    private static final String HEAD =
            "listeners: [{address: 127.0.0.1:1, cluster: a}]\nclusters: {a: {nodes: [h:1]}}\n";

    @TempDir
    Path folder;

    private X509Bundle authority;
    private X509Bundle sound;

    @BeforeEach
    void certificates() throws Exception {
        authority = new CertificateBuilder()
                .ecp256()
                .subject("CN=authority")
                .setIsCertificateAuthority(true)
                .notBefore(ago(100))
                .buildSelfSigned();
        sound = write("sound", certificate());
        write("other", certificate());
        write("old", certificate().notBefore(ago(20)).notAfter(ago(10)));
        write("early", certificate().notBefore(ago(-10)).notAfter(ago(-20)));
        Files.writeString(folder.resolve("text.pem"), "this is no PEM\n");
        Files.writeString(folder.resolve("loose.pem"), sound.getCertificatePEM() + read("other.pem"));
    }

    private static CertificateBuilder certificate() {
        return new CertificateBuilder().ecp256().subject("CN=gw").addSanDnsName("gw.example.org");
    }

    private static Instant ago(int days) {
        return Instant.now().minus(Duration.ofDays(days));
    }

    private X509Bundle write(String name, CertificateBuilder builder) throws Exception {
        X509Bundle bundle = builder.buildIssuedBy(authority);
        Files.writeString(folder.resolve(name + ".pem"), bundle.getCertificatePEM());
        Path key = Files.createFile(
                folder.resolve(name + "-key.pem"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(key, bundle.getPrivateKeyPEM());
        return bundle;
    }

    private String read(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    private SettingsFile file(String admin) throws IOException {
        return SettingsFile.open(Files.writeString(folder.resolve("gw.yaml"), HEAD + "admin: " + admin + "\n"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {certificate: none.pem, key: sound-key.pem}   | 3:28 error: there is no file FOLDER/none.pem
            {certificate: text.pem, key: sound-key.pem}   | 3:28 error: FOLDER/text.pem has no certificate in PEM; it needs a block that begins with -----BEGIN CERTIFICATE-----
            {certificate: /dev/zero, key: sound-key.pem}  | 3:28 error: /dev/zero is a device or a pipe; name a PEM file
            {certificate: ., key: sound-key.pem}          | 3:28 error: FOLDER is a directory; name the PEM file in it
            {certificate: sound.pem, key: none.pem}       | 3:44 error: there is no file FOLDER/none.pem
            {certificate: sound.pem, key: text.pem}       | 3:44 error: FOLDER/text.pem has no private key in PEM
            {certificate: sound.pem, key: other-key.pem}  | 3:44 error: the key in FOLDER/other-key.pem does not belong to the certificate in FOLDER/sound.pem; give the key with which
            {certificate: loose.pem, key: other-key.pem}  | 3:44 error: the key in FOLDER/other-key.pem does not belong to the certificate in FOLDER/loose.pem; it belongs to a later certificate
            {certificate: sound.pem}                      | 3:9 error: 'key' is missing from admin.tls
            {certificate: old.pem, key: old-key.pem}      | 3:28 warning: the certificate has expired on
            {certificate: early.pem, key: early-key.pem}  | 3:28 warning: the certificate is not valid before
            {certificate: loose.pem, key: sound-key.pem}  | 3:28 warning: certificate 2 of the file is not the issuer of the one before it
            """)
    void saysWhereWhatIsWrong(String tls, String problem) throws Exception {
        List<Problem> problems = file("{tls: " + tls + "}").check().stream()
                .filter(each -> !each.message().contains("has no address"))
                .toList();

        assertThat(problems)
                .singleElement()
                .extracting(TlsCheckTest::line)
                .asString()
                .contains(problem.replace("FOLDER", folder.toString()));
    }

    @Test
    void namesTheDayOfExpiry() throws Exception {
        SettingsFile file = file("{tls: {certificate: old.pem, key: old-key.pem}}");

        assertThat(file.load().admin().tls()).isNotNull();
        assertThat(file.warnings())
                .singleElement()
                .extracting(Problem::message)
                .isEqualTo(
                        "the certificate has expired on " + ago(10).toString().substring(0, 10));
    }

    @Test
    void warnsOfAKeyThatEverybodyMayRead() throws Exception {
        Files.setPosixFilePermissions(folder.resolve("sound-key.pem"), PosixFilePermissions.fromString("rw-r--r--"));
        SettingsFile file = file("{tls: {certificate: sound.pem, key: sound-key.pem}}");
        file.load();

        assertThat(file.warnings())
                .singleElement()
                .extracting(TlsCheckTest::line)
                .asString()
                .contains("3:44 warning: everybody on this machine may read", "chmod o-r");
    }

    @Test
    void readsFilesBesideTheConfigurationWhereverTheProgramStands() throws Exception {
        AdminSettings admin =
                file("{address: 0.0.0.0:8111, tls: {certificate: sound.pem, key: sound-key.pem, hsts: 30d}}")
                        .load()
                        .admin();

        assertThat(admin.tls()).isNotNull();
        assertThat(Objects.requireNonNull(admin.tls()).certificate()).isEqualTo(folder.resolve("sound.pem"));
        assertThat(Objects.requireNonNull(admin.tls()).identity().certificate()).isEqualTo(sound.getCertificate());
        assertThat(Objects.requireNonNull(admin.tls()).identity().key())
                .isEqualTo(sound.getKeyPair().getPrivate());
        assertThat(Objects.requireNonNull(admin.tls()).hsts()).isEqualTo(Duration.ofDays(30));
    }

    @Test
    void warnsOfAnOpenAddressWithoutTlsOnly() throws Exception {
        String tls = ", tls: {certificate: sound.pem, key: sound-key.pem}}";

        assertThat(warnings("{address: 0.0.0.0:8111" + tls)).isEmpty();
        assertThat(warnings("{address: 0.0.0.0:8111, tls: off}"))
                .singleElement()
                .asString()
                .contains("over plain HTTP; use 127.0.0.1, or add tls: {certificate: FILE, key: FILE}");
    }

    @Test
    void checksAnotherTextBesideTheSameFile() throws Exception {
        SettingsFile file = file("off");
        String text = HEAD + "admin: {tls: {certificate: sound.pem, key: sound-key.pem, key-password: very-secret}}\n";

        assertThat(file.check(text)).noneMatch(each -> each.message().contains("there is no file"));
        assertThat(file.masked(text))
                .hasValueSatisfying(masked ->
                        assertThat(masked).contains("key: sound-key.pem").doesNotContain("very-secret"));
    }

    @Test
    void tellsWhatAReloadChanges() throws Exception {
        AdminSettings plain = file("127.0.0.1:8111").load().admin();
        AdminSettings first = file("{tls: {certificate: sound.pem, key: sound-key.pem}}")
                .load()
                .admin();
        AdminSettings second = file("{tls: {certificate: other.pem, key: other-key.pem}}")
                .load()
                .admin();

        assertThat(first.changes(file("{tls: {certificate: sound.pem, key: sound-key.pem}}")
                        .load()
                        .admin()))
                .isEmpty();
        assertThat(first.changes(second))
                .singleElement()
                .asString()
                .startsWith("admin: another certificate of gw.example.org, valid until ");
        assertThat(plain.changes(first))
                .containsExactly("admin: a change of the address or of TLS takes effect at the next start");
        assertThat(Arrays.asList(plain.changes(plain), first.changes(first))).allMatch(List::isEmpty);
        AdminSettings token =
                file("{token: 0123456789012345678901234567890123456789}").load().admin();
        assertThat(plain.changes(token))
                .contains("admin: a change of the token takes effect at the next start")
                .noneMatch(each -> each.contains("0123"));
        assertThat(plain.changes(file("{history: off}").load().admin()))
                .containsExactly("admin: a change of the history takes effect at the next start");
    }

    private List<String> warnings(String admin) throws Exception {
        SettingsFile file = file(admin);
        file.load();
        return file.warnings().stream().map(Problem::toString).toList();
    }

    private static String line(Problem problem) {
        return problem.toString().replaceFirst("^.*gw.yaml:", "").replaceFirst(": (error|warning)", " $1");
    }
}
