// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as openssl 3.0 writes them. */
class IdentityTest {

    private static final Path FILES = Path.of("src/test/resources/io/evenkeel/config/tls");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "rsa.pem, rsa-pkcs8.pem,",
        "rsa.pem, rsa-pkcs8-sealed.pem, sesame",
        "rsa.pem, rsa-pkcs8-sha1.pem, sesame",
        "rsa.pem, rsa-pkcs1.pem,",
        "ec.pem, ec-pkcs8.pem,",
        "ec.pem, ec-sec1.pem,",
    })
    void readsTheFormsOfAKey(String certificate, String key, @Nullable String password) throws Exception {
        Identity identity = Identity.read(FILES.resolve(certificate), FILES.resolve(key), password);

        assertThat(identity.chain()).hasSize(1);
        assertThat(identity.key().getAlgorithm())
                .isEqualTo(certificate.startsWith("rsa") ? "RSA" : "EC")
                .isEqualTo(identity.certificate().getPublicKey().getAlgorithm());
        assertThat(identity).isEqualTo(Identity.read(FILES.resolve(certificate), FILES.resolve(key), password));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            none.pem     | rsa-pkcs8.pem        |        | CERTIFICATE | there is no file FILES/none.pem                                                  |
            .            | rsa-pkcs8.pem        |        | CERTIFICATE | FILES is a directory                                                             | name the PEM file in it
            rsa-pkcs1.pem| rsa-pkcs8.pem        |        | CERTIFICATE | FILES/rsa-pkcs1.pem has no certificate in PEM                                    | it needs a block that begins with -----BEGIN CERTIFICATE-----
            ed25519.pem  | ed25519-key.pem      |        | CERTIFICATE | the certificate in FILES/ed25519.pem has a key of EdDSA, which Java's TLS does not support | request one with an RSA or EC key
            rsa.pem      | none.pem             |        | KEY         | there is no file FILES/none.pem                                                  |
            rsa.pem      | ec.pem               |        | KEY         | FILES/ec.pem has no private key in PEM                                           | PKCS#8 (BEGIN PRIVATE KEY
            rsa.pem      | ec-sec1.pem          |        | KEY         | FILES/ec-sec1.pem has no sound RSA key, as the certificate wants                 | give the key with which
            rsa.pem      | ec-pkcs8.pem         |        | KEY         | FILES/ec-pkcs8.pem has no sound RSA key, as the certificate wants                | give the key with which
            ec.pem       | rsa-pkcs1.pem        |        | KEY         | FILES/rsa-pkcs1.pem has no sound EC key, as the certificate wants                | give the key with which
            rsa.pem      | rsa-pkcs8-sealed.pem |        | KEY         | FILES/rsa-pkcs8-sealed.pem is encrypted                                          | give its password as key-password
            rsa.pem      | rsa-pkcs8-sealed.pem | sesam  | PASSWORD    | the password does not open FILES/rsa-pkcs8-sealed.pem                            |
            rsa.pem      | rsa-pkcs8-3des.pem   | sesame | KEY         | FILES/rsa-pkcs8-3des.pem is damaged, or encrypted in a way that this Java cannot | openssl pkcs8 -topk8
            rsa.pem      | rsa-pkcs1-sealed.pem | sesame | KEY         | FILES/rsa-pkcs1-sealed.pem is encrypted in openssl's old format                  | openssl pkcs8 -topk8
            """)
    void saysWhatIsWrongWithAFile(
            String certificate,
            String key,
            @Nullable String password,
            IdentityException.Part part,
            String message,
            @Nullable String hint) {
        IdentityException e = refusal(FILES.resolve(certificate).normalize(), FILES.resolve(key), password);

        assertThat(e.part()).isEqualTo(part);
        assertThat(e).hasMessageStartingWith(message.replace("FILES", FILES.toString()));
        assertThat(e.hint() == null).as("no hint").isEqualTo(hint == null);
        assertThat(String.valueOf(e.hint())).contains(String.valueOf(hint));
    }

    @Test
    void tellsWhetherCertificateAndKeyBelongTogether() throws IOException {
        String chain = Files.readString(FILES.resolve("ec.pem")) + Files.readString(FILES.resolve("rsa.pem"));
        Path certificate = Files.writeString(folder.resolve("chain.pem"), chain);
        Path swapped = Files.writeString(
                folder.resolve("swapped.pem"),
                Files.readString(FILES.resolve("rsa.pem")) + Files.readString(FILES.resolve("ec.pem")));
        Path both =
                Files.writeString(folder.resolve("both.pem"), chain + Files.readString(FILES.resolve("ec-sec1.pem")));

        assertThat(refusal(certificate, FILES.resolve("rsa-pkcs8.pem"), null)).hasMessageContaining("no sound EC key");
        assertThat(refusal(swapped, FILES.resolve("ec-sec1.pem"), null)).hasMessageContaining("no sound RSA key");
        assertThat(catchThrowableOfType(IdentityException.class, () -> Identity.read(both, both, null)))
                .as("one file with all")
                .isNull();
    }

    @Test
    void refusesTornFiles() throws IOException {
        String sound = Files.readString(FILES.resolve("rsa.pem"));
        Path key = FILES.resolve("rsa-pkcs8.pem");

        assertThat(refusal(written(sound.substring(0, sound.length() / 2)), key, null))
                .hasMessageContaining("ends inside the block CERTIFICATE");
        assertThat(refusal(written(sound.replaceFirst("M", "!")), key, null)).hasMessageContaining("is not Base64");
        assertThat(refusal(written(sound.replaceAll("(?m)^[^-]{64}$", "")), key, null))
                .hasMessageContaining("certificate 1 is torn");
        assertThat(refusal(written("x".repeat(1 << 21)), key, null)).hasMessageContaining("longer than 1 MB");
    }

    @Test
    void knowsForWhichNamesItIs() throws Exception {
        CertificateNames names = Identity.read(FILES.resolve("ec.pem"), FILES.resolve("ec-sec1.pem"), null)
                .names();

        assertThat(names).hasToString("ec.example.org, *.example.net, 192.0.2.1, 2001:db8:0:0:0:0:0:1");
        assertThat(names.cover("EC.example.org")).isTrue();
        assertThat(names.cover("gw.example.net")).isTrue();
        assertThat(names.cover("192.0.2.1")).isTrue();
        assertThat(names.cover("2001:db8::1")).isTrue();
        assertThat(names.cover("a.gw.example.net")).isFalse();
        assertThat(names.cover("example.net")).isFalse();
        assertThat(names.cover("localhost")).isFalse();
    }

    @Test
    void isOddOutsideItsTime() throws Exception {
        Identity identity = Identity.read(FILES.resolve("rsa.pem"), FILES.resolve("rsa-pkcs1.pem"), null);
        Instant begin = identity.certificate().getNotBefore().toInstant();
        Instant end = identity.certificate().getNotAfter().toInstant();

        assertThat(identity.oddity(begin.plus(Duration.ofDays(1)))).isNull();
        assertThat(identity.oddity(begin.minus(Duration.ofDays(1))))
                .contains("not valid before " + Identity.day(begin));
        assertThat(identity.oddity(end.plus(Duration.ofDays(1)))).contains("has expired on " + Identity.day(end));
    }

    @Test
    void tellsNothingOfTheKey() throws Exception {
        Identity identity = Identity.read(FILES.resolve("rsa.pem"), FILES.resolve("rsa-pkcs1.pem"), null);

        assertThat(identity)
                .hasToString("certificate of rsa.example.org, valid until "
                        + Identity.day(identity.certificate().getNotAfter().toInstant()));
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("written.pem"), text);
    }

    private static IdentityException refusal(Path certificate, Path key, @Nullable String password) {
        IdentityException e =
                catchThrowableOfType(IdentityException.class, () -> Identity.read(certificate, key, password));
        assertThat(e).isNotNull();
        return e;
    }
}
