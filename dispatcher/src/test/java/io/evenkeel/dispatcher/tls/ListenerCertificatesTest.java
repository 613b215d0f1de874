// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.ClientCertificates;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.config.tls.TlsVersion;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.certificate.IssuedCertificates;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.engine.tls.TlsContext;
import io.evenkeel.dispatcher.engine.tls.hello.ClientHello;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Contexts of the native library, which fail loudly when they are released twice. */
final class ListenerCertificatesTest {

    private static final Path FILE = Path.of("shop.pem");
    private static final AcmeCertificate NAMES = new AcmeCertificate(List.of("shop.example.org"));
    private static final Identity ONE = TestCertificates.ecdsa("shop.example.org");
    private static final Identity TWO = TestCertificates.ecdsa("shop.example.org");
    private static final Identity THREE = TestCertificates.ecdsa("shop.example.org");
    private static final ListenerTls BY_ACME =
            new ListenerTls(List.of(), EnumSet.allOf(TlsVersion.class), false, ClientCertificates.NONE, List.of(NAMES));

    private final EventLog events = new EventLog();
    private final IssuedCertificates issued = new IssuedCertificates();
    private final ListenerCertificates certificates = new ListenerCertificates(
            () -> "a key of its own, for tests", InstantSource.system(), events.listener(), issued, new Challenges());

    ListenerCertificatesTest() {
        issued.whenChanged(certificates::renew);
    }

    @AfterEach
    void end() {
        certificates.close();
        events.close();
    }

    private ListenerCertificates.Next prepare(ListenerTls tls) throws IOException {
        return certificates.prepare(TestSettings.of().tls(tls).build().listeners(), ClusterKey.NONE);
    }

    private void bring(ListenerTls tls) throws IOException {
        certificates.commit(prepare(tls)).forEach(TlsCertificates::release);
    }

    private static ListenerTls files(Identity... identities) {
        return new ListenerTls(List.of(identities).stream()
                .map(each -> new ServerCertificate(FILE, FILE, each))
                .toList());
    }

    private List<Identity> shown() {
        return Objects.requireNonNull(certificates.of(TestSettings.LISTENER)).contexts().stream()
                .map(TlsContext::identity)
                .toList();
    }

    @Test
    void aRenewalDuringAReloadWaitsForItsEnd() throws IOException {
        issued.install(NAMES, ONE, FILE);
        bring(BY_ACME);

        ListenerCertificates.Next next = prepare(BY_ACME);
        issued.install(NAMES, TWO, FILE);
        assertThat(shown()).containsExactly(ONE);
        certificates.commit(next);

        assertThat(shown()).containsExactly(TWO);
        issued.install(NAMES, THREE, FILE);
        assertThat(shown()).containsExactly(THREE);
    }

    @Test
    void aRenewalDuringARefusedReloadIsNotLost() throws IOException {
        issued.install(NAMES, ONE, FILE);
        bring(BY_ACME);

        ListenerCertificates.Next next = prepare(BY_ACME);
        issued.install(NAMES, TWO, FILE);
        certificates.abandon(next);

        assertThat(shown()).containsExactly(TWO);
        issued.install(NAMES, THREE, FILE);
        assertThat(shown()).containsExactly(THREE);
    }

    @Test
    void aCertificateThatIsNamedTwiceIsShownOnce() throws IOException {
        bring(files(ONE, ONE));
        assertThat(shown()).containsExactly(ONE);
        bring(files(ONE, ONE));
        assertThat(shown()).containsExactly(ONE);
        bring(files(TWO));
        assertThat(shown()).containsExactly(TWO);
    }

    @Test
    void anAbandonedListenerServesNobody() throws IOException {
        ListenerCertificates.Next next = prepare(files(ONE));
        TlsCertificates fresh = Objects.requireNonNull(certificates.of(next, TestSettings.LISTENER));
        assertThat(fresh.find(new ClientHello())).isNotNull();

        certificates.abandon(next);

        assertThat(fresh.find(new ClientHello())).isNull();
        assertThat(certificates.of(TestSettings.LISTENER)).isNull();
    }
}
