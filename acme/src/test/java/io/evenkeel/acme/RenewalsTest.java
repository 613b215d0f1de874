// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import static io.evenkeel.acme.FakeAuthority.LIFE;
import static io.evenkeel.acme.FakeAuthority.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.tls.AcmeCertificate;
import io.evenkeel.config.tls.AcmeSettings.Proof;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.dispatcher.certificate.Certifier.Wanted;
import io.evenkeel.dispatcher.certificate.CertifierContext;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.certificate.IssueView;
import io.evenkeel.dispatcher.certificate.IssuedCertificates;
import io.evenkeel.dispatcher.log.EventLog;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenewalsTest {

    private static final URI DIRECTORY = URI.create("https://acme.example.org/dir");
    private static final AcmeCertificate SHOP = new AcmeCertificate(List.of("shop.example.org", "www.example.org"));

    private final FakeAuthority authority = new FakeAuthority();
    private final EventLog events = new EventLog();
    private final IssuedCertificates issued = new IssuedCertificates();
    private final CertifierContext context = new CertifierContext(issued, new Challenges(), events.listener());

    @TempDir
    private Path state;

    @AfterEach
    void end() {
        events.close();
    }

    private Renewals renewals(AcmeCertificate... wanted) {
        Renewals made = new Renewals(authority, new AcmeFolder(state, DIRECTORY), context, authority);
        made.prepare(List.of(wanted).stream()
                .map(each -> new Wanted(each, List.of(Proof.HTTP_01, Proof.TLS_ALPN_01)))
                .toList());
        made.begin();
        return made;
    }

    private static AcmeCertificate named(String name) {
        return new AcmeCertificate(List.of(name));
    }

    private Identity shown(AcmeCertificate names) {
        return java.util.Objects.requireNonNull(issued.of(names));
    }

    private static Duration sinceTwoThirds(Duration at) {
        return at.minus(LIFE.multipliedBy(2).dividedBy(3)).abs();
    }

    private List<String> said() {
        return events.recent(50).stream().map(event -> event.message()).toList();
    }

    @Test
    void showsItsOwnMakingUntilTheFirstIsIssued() throws InterruptedException {
        Renewals renewals = renewals(SHOP);
        Identity own = shown(SHOP);
        assertThat(own.names().hosts()).isEqualTo(SHOP.names());
        assertThat(own.chain()).hasSize(1);
        assertThat(renewals.view()).extracting(IssueView::selfMade).containsExactly(true);
        assertThat(said().get(0)).contains("shop.example.org", "there is none yet", "no client believes");

        renewals.step();

        assertThat(shown(SHOP)).isNotEqualTo(own);
        assertThat(renewals.view()).extracting(IssueView::selfMade).containsExactly(false);
        assertThat(said().get(0)).contains("certificate of shop.example.org, www.example.org: issued, valid until");
    }

    /** Clients that wait for the view connect at once. */
    @Test
    void aCertificateIsInTheViewWhenClientsGetIt() throws InterruptedException {
        Renewals renewals = renewals(SHOP);
        List<IssueView> whenShown = new ArrayList<>();
        issued.whenChanged(() -> whenShown.addAll(renewals.view()));

        renewals.step();

        assertThat(whenShown).extracting(IssueView::selfMade).containsExactly(true);
        assertThat(whenShown).extracting(IssueView::issued).containsExactly(0L);
        assertThat(renewals.view()).extracting(IssueView::issued).containsExactly(1L);
    }

    @Test
    void renewsAtTwoThirdsOfTheLife() throws InterruptedException {
        authority.run(renewals(SHOP), LIFE);

        assertThat(authority.asked).extracting(FakeAuthority.Asked::replaces).containsExactly(false, true);
        assertThat(sinceTwoThirds(authority.times().get(1))).isLessThan(LIFE.dividedBy(39));
    }

    @Test
    void certificatesOfOneDayAreRenewedApart() throws InterruptedException {
        List<AcmeCertificate> many = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            many.add(named("shop" + i + ".example.org"));
        }
        authority.run(renewals(many.toArray(AcmeCertificate[]::new)), LIFE);

        List<Duration> renewed = authority.times().subList(12, 24);
        Duration spread = renewed.get(11).minus(renewed.get(0));
        assertThat(spread).isGreaterThan(Duration.ofDays(1));
    }

    @Test
    void asksForOneAtATimeWithAPauseBetween() throws InterruptedException {
        authority.run(renewals(named("a"), named("b"), named("c")), Duration.ofMinutes(2));

        assertThat(authority.times()).containsExactly(Duration.ZERO, Duration.ofSeconds(7), Duration.ofSeconds(14));
    }

    @Test
    void followsTheWindowOfTheAuthority() throws InterruptedException {
        Instant from = START.plus(Duration.ofDays(10));
        authority.window = new RenewalWindow(from, from.plus(Duration.ofDays(1)), null);
        authority.run(renewals(SHOP), Duration.ofDays(12));

        assertThat(authority.asked).hasSize(2);
        assertThat(authority.times().get(1)).isBetween(Duration.ofDays(10), Duration.ofDays(11));
    }

    @Test
    void renewsAtOnceWhenTheWindowIsPast() throws InterruptedException {
        Renewals renewals = renewals(SHOP);
        authority.run(renewals, Duration.ofDays(1));
        authority.window = new RenewalWindow(START, START.plusSeconds(60), null);
        authority.run(renewals, Duration.ofHours(7));

        assertThat(authority.times().get(1)).isBetween(Duration.ofDays(1), Duration.ofHours(31));
    }

    @Test
    void aWindowThatIsAlwaysPastIsNoBurst() throws InterruptedException {
        authority.windowForAll = true;
        authority.window = new RenewalWindow(START, START.plusSeconds(60), null);
        authority.run(renewals(SHOP), Duration.ofDays(3));

        assertThat(authority.times().get(1)).isBetween(Duration.ofHours(1), Duration.ofMinutes(61));
        assertThat(authority.asked).hasSizeLessThanOrEqualTo(3 * IssueTries.MOST_A_DAY);
    }

    @Test
    void asksForTheWindowWhenTheAuthoritySays() throws InterruptedException {
        Renewals renewals = renewals(SHOP);
        renewals.step();
        authority.window = new RenewalWindow(
                START.plus(Duration.ofDays(40)), START.plus(Duration.ofDays(41)), START.plus(Duration.ofHours(2)));
        authority.run(renewals, Duration.ofHours(3));

        assertThat(authority.windowsAsked.get(1)).isBetween(Duration.ofHours(2), Duration.ofMinutes(121));
    }

    @Test
    void aWindowBehindTheLifeDoesNotHoldTheRenewal() throws InterruptedException {
        Instant far = START.plus(Duration.ofDays(400));
        authority.window = new RenewalWindow(far, far.plusSeconds(60), null);
        authority.run(renewals(SHOP), LIFE);

        assertThat(authority.times()).hasSize(2);
        assertThat(authority.times().get(1)).isLessThan(Duration.ofDays(82));
    }

    @Test
    void waitsTwiceAsLongAfterEachFailure() throws InterruptedException {
        authority.refusal = new IssueException("no such name", false, null, null);
        authority.run(renewals(SHOP), Duration.ofMinutes(63));

        assertThat(authority.times().stream().map(Duration::toMinutes)).containsExactly(0L, 2L, 6L, 14L, 30L, 62L);
        assertThat(authority.asked)
                .extracting(FakeAuthority.Asked::proof)
                .startsWith(Proof.HTTP_01, Proof.TLS_ALPN_01, Proof.HTTP_01);
        assertThat(said().get(0)).contains("not issued: no such name; the next try is at 2030-01-01T02:0");
    }

    @Test
    void triesNoMoreThanTenTimesInADay() throws Exception {
        authority.refusal = new IssueException("no such name", false, null, null);
        Renewals renewals = renewals(SHOP);
        for (int i = 0; i < 20; i++) {
            // One that is begun again and again with an empty memory of waits, but not of tries.
            authority.run(renewals, Duration.ofHours(1));
            AcmeFolder folder = new AcmeFolder(state, DIRECTORY);
            IssueTries tries = folder.tries(SHOP);
            folder.tries(SHOP, new IssueTries(0, Instant.EPOCH, tries.begun(), Instant.EPOCH, null));
            renewals = renewals(SHOP);
        }

        assertThat(authority.asked).hasSize(IssueTries.MOST_A_DAY);
    }

    @Test
    void waitsAsLongAsTheAuthorityAsks() throws InterruptedException {
        authority.refusal = new IssueException("too many", false, START.plus(Duration.ofHours(30)), null);
        authority.run(renewals(SHOP), Duration.ofHours(31));

        assertThat(authority.times().get(1)).isBetween(Duration.ofHours(30), Duration.ofMinutes(1801));
    }

    @Test
    void anAuthorityThatIsAwayIsAskedForOneOnly() throws InterruptedException {
        authority.refusal = new IssueException("cannot be asked", true, null, null);
        Renewals renewals = renewals(named("a"), named("b"), named("c"));
        authority.run(renewals, Duration.ofMinutes(7));
        assertThat(authority.times().stream().map(Duration::toMinutes)).containsExactly(0L, 2L, 6L);

        authority.refusal = null;
        authority.run(renewals, Duration.ofMinutes(8));
        assertThat(authority.asked).hasSize(6);
        assertThat(renewals.view()).extracting(IssueView::selfMade).containsOnly(false);
    }

    @Test
    void aRestartKeepsTheCertificate() throws InterruptedException {
        renewals(SHOP).step();
        Identity before = shown(SHOP);
        Renewals again = renewals(SHOP);
        authority.run(again, Duration.ofDays(1));

        assertThat(shown(SHOP)).isEqualTo(before);
        assertThat(authority.asked).hasSize(1);
        assertThat(again.view())
                .extracting(IssueView::lastSuccessMs)
                .containsExactly(START.plusSeconds(2).toEpochMilli());
    }

    /** A folder in the place of the file that is written first stands for a full disk. */
    @Test
    void aCertificateThatCouldNotBeWrittenIsWrittenLater() throws Exception {
        Path file = new AcmeFolder(state, DIRECTORY).file(SHOP);
        Path obstacle = Files.createDirectories(Path.of(file + ".next").resolve("full"));
        Renewals renewals = renewals(SHOP);
        authority.run(renewals, Duration.ofMinutes(5));
        assertThat(file).doesNotExist();
        assertThat(said().stream().filter(each -> each.contains("ends with this run")))
                .singleElement()
                .asString()
                .contains("tried every minute");

        Files.delete(obstacle);
        authority.run(renewals, Duration.ofMinutes(2));

        assertThat(said().get(0)).endsWith("it is in its file now");
        Identity before = shown(SHOP);
        authority.run(renewals(SHOP), Duration.ofHours(1));
        assertThat(shown(SHOP)).isEqualTo(before);
        assertThat(authority.asked).hasSize(1);
    }

    /** A directory of the file's name, because the rights of a file do not bind every user who runs tests. */
    @Test
    void aCertificateThatCannotBeReadIsNotOrderedAgain() throws Exception {
        renewals(SHOP).step();
        Identity before = shown(SHOP);
        Path file = new AcmeFolder(state, DIRECTORY).file(SHOP);
        Path aside = Files.move(file, state.resolve("aside.pem"));
        Files.createDirectory(file);
        issued.install(SHOP, SelfMade.identity(SHOP.names(), START), file);
        Renewals again = renewals(SHOP);
        authority.run(again, Duration.ofHours(1));

        assertThat(authority.asked).hasSize(1);
        assertThat(said().stream().filter(each -> each.contains("cannot be read")))
                .singleElement()
                .asString()
                .contains(file.toString(), "none is ordered", "owner and mode");
        assertThat(again.view().get(0).problem()).contains("cannot be read");

        Files.delete(file);
        Files.move(aside, file);
        authority.run(again, Duration.ofMinutes(2));
        assertThat(authority.asked).hasSize(1);
        assertThat(shown(SHOP)).isEqualTo(before);
        assertThat(again.view().get(0).problem()).isNull();
        assertThat(again.view()).extracting(IssueView::selfMade).containsExactly(false);
        assertThat(said().get(0)).contains("read from its file again, valid until");
    }

    @Test
    void aFileThatCannotBeReadAndIsRemovedIsOrderedAgain() throws Exception {
        Path file = new AcmeFolder(state, DIRECTORY).file(SHOP);
        Files.createDirectories(file);
        Renewals renewals = renewals(SHOP);
        authority.run(renewals, Duration.ofMinutes(5));
        assertThat(authority.asked).isEmpty();

        Files.delete(file);
        authority.run(renewals, Duration.ofMinutes(2));
        assertThat(authority.asked).hasSize(1);
        assertThat(renewals.view()).extracting(IssueView::selfMade).containsExactly(false);
    }

    /** The battery of a machine's clock is empty, NTP comes late: years ahead for some minutes. */
    @Test
    void aClockThatWasAheadHoldsNothing() throws InterruptedException {
        Instant ahead = START.plus(Duration.ofDays(1000));
        authority.set(ahead);
        authority.refusal = new IssueException("cannot be asked", true, null, null);
        Renewals renewals = renewals(named("a"), named("b"));
        authority.run(renewals, Duration.ofMinutes(3));
        authority.refusal = new IssueException("no such name", false, null, null);
        authority.run(renewals, Duration.ofHours(30));
        authority.asked.clear();

        authority.set(START);
        authority.refusal = null;
        authority.run(renewals, Duration.ofMinutes(2));
        assertThat(authority.times()).containsExactly(Duration.ZERO, Duration.ofSeconds(7));
        assertThat(renewals.view()).extracting(IssueView::selfMade).containsOnly(false);
    }

    @Test
    void aClockThatWasAheadHoldsNothingAfterARestart() throws InterruptedException {
        authority.set(START.plus(Duration.ofDays(1000)));
        authority.refusal = new IssueException("no such name", false, null, null);
        authority.run(renewals(SHOP), Duration.ofHours(30));
        authority.asked.clear();

        authority.set(START);
        authority.refusal = null;
        authority.run(renewals(SHOP), Duration.ofMinutes(1));
        assertThat(authority.times()).containsExactly(Duration.ZERO);
    }

    @Test
    void aRestartKeepsTheTimeThatTheAuthorityAsksFor() throws InterruptedException {
        authority.refusal = new IssueException("too many", false, START.plus(Duration.ofHours(30)), null);
        renewals(SHOP).step();
        authority.refusal = null;
        authority.run(renewals(SHOP), Duration.ofHours(31));

        assertThat(authority.times()).hasSize(2);
        assertThat(authority.times().get(1)).isBetween(Duration.ofHours(30), Duration.ofMinutes(1801));
    }

    @Test
    void aRestartDoesNotForgetToWait() throws InterruptedException {
        authority.refusal = new IssueException("no such name", false, null, null);
        renewals(SHOP).step();
        renewals(SHOP).step();

        assertThat(authority.asked).hasSize(1);
    }

    @Test
    void otherNamesAreAnotherCertificate() throws InterruptedException {
        Renewals renewals = renewals(SHOP);
        renewals.step();
        AcmeCertificate more = new AcmeCertificate(List.of("shop.example.org", "pay.example.org"));
        renewals.prepare(List.of(new Wanted(more, List.of(Proof.HTTP_01))));
        renewals.begin();
        authority.run(renewals, Duration.ofMinutes(1));

        assertThat(authority.asked.get(1).names()).isEqualTo(more.names());
        assertThat(authority.asked.get(1).replaces()).isFalse();
        assertThat(shown(more).names().hosts()).isEqualTo(more.names());
    }

    @Test
    void whatIsPreparedIsNotShownBeforeItBegins() throws InterruptedException {
        renewals(SHOP).step();
        Identity before = shown(SHOP);
        URI other = URI.create("https://other.example.org/dir");
        Renewals next = new Renewals(authority, new AcmeFolder(state, other), context, authority);
        AcmeCertificate more = named("more.example.org");
        next.prepare(List.of(new Wanted(SHOP, List.of(Proof.HTTP_01)), new Wanted(more, List.of(Proof.HTTP_01))));

        assertThat(shown(SHOP)).isEqualTo(before);
        assertThat(shown(more).names().hosts()).isEqualTo(more.names());
        assertThat(next.view()).isEmpty();

        next.begin();
        assertThat(shown(SHOP)).isNotEqualTo(before);
        assertThat(next.view()).hasSize(2);
    }

    @Test
    void anOrderUnderWayInstallsNothingOnceItIsOver() throws InterruptedException {
        Renewals renewals = renewals(SHOP);
        Identity own = shown(SHOP);
        authority.meanwhile = renewals::end;
        renewals.step();

        assertThat(authority.asked).hasSize(1);
        assertThat(shown(SHOP)).isEqualTo(own);
    }

    @Test
    void anInstallationThatFailsOrdersNothingAgain() throws InterruptedException {
        Renewals renewals = renewals(SHOP);
        issued.whenChanged(() -> {
            throw new IllegalStateException("a fault of the library");
        });
        assertThatThrownBy(renewals::step).hasMessage("a fault of the library");
        authority.run(renewals, Duration.ofHours(1));

        assertThat(authority.asked).hasSize(1);
    }

    @Test
    void anAuthorityThatIsAwayIsAskedForOneWindowOnly() throws InterruptedException {
        authority.windowRefusal = new IssueException("cannot be asked", true, null, null);
        authority.run(renewals(named("a"), named("b")), Duration.ofMinutes(2));

        assertThat(authority.times()).containsExactly(Duration.ZERO);
        assertThat(authority.windowsAsked).containsExactly(Duration.ofSeconds(7));
    }

    @Test
    void filesAreForTheOwnerOnly() throws Exception {
        renewals(SHOP).step();
        new AcmeFolder(state, DIRECTORY).accountKey();

        List<Path> files;
        try (var all = Files.walk(state)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        assertThat(files).hasSize(3);
        for (Path each : files) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(files.get(0).getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void theAccountKeyIsTheSameAfterARestart() throws Exception {
        AcmeFolder folder = new AcmeFolder(state, DIRECTORY);
        byte[] first = folder.accountKey().getPrivate().getEncoded();

        assertThat(folder.accountKey().getPrivate().getEncoded()).isEqualTo(first);
        assertThat(new AcmeFolder(state, URI.create("https://other.example.org/dir"))
                        .accountKey()
                        .getPrivate()
                        .getEncoded())
                .isNotEqualTo(first);
    }
}
