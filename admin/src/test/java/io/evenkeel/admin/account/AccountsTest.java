// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuickPasswords
class AccountsTest {

    private final EventLog events = new EventLog();

    private static final String PASSWORD = "correct horse battery";

    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);
    private final InstantSource clock = () -> Instant.ofEpochMilli(nowMs.get());

    @TempDir
    Path folder;

    private Path file;
    private Accounts accounts;

    @BeforeEach
    void open() {
        file = folder.resolve("shop.users.json");
        accounts = Accounts.in(file, events.admin(), clock);
    }

    private void pass(Duration time) {
        nowMs.addAndGet(time.toMillis());
    }

    @Test
    void knowsNameAndPasswordAgainAfterARestart() throws AccountException {
        accounts.add("ann", Role.OPERATOR, PASSWORD);
        Accounts again = Accounts.in(file, events.admin(), clock);
        assertThat(again.check("ann", PASSWORD)).map(Account::role).contains(Role.OPERATOR);
        assertThat(again.check("ann", PASSWORD + " ")).isEmpty();
        assertThat(again.check("bob", PASSWORD)).isEmpty();
    }

    @Test
    void makesAWeakHashAnewAtSignInAndKeepsTheSessions() throws Exception {
        // "some old password" under m=8, t=1: weaker than today's parameters
        String weak = com.password4j.Argon2Function.getInstance(8, 1, 1, 32, com.password4j.types.Argon2.ID, 19)
                .hash("some old password")
                .getResult();
        Files.writeString(file, """
                {"version": 1, "users": {"ann": {"role": "admin", "password": "%s", "stamp": "s",
                 "created": "2030-01-01T00:00:00Z"}}, "tokens": {}}
                """.formatted(weak));
        ConsoleSessions sessions = new ConsoleSessions(accounts, events.admin(), clock);
        String id;
        try (QuickPasswords.Off ignored = new QuickPasswords.Off()) {
            id = sessions.begin(accounts.check("ann", "some old password").orElseThrow(), "127.0.0.1", "");
        }
        assertThat(Files.readString(file)).contains("m=19456,t=2,p=1").doesNotContain(weak);
        assertThat(sessions.use(id)).isPresent();
        assertThat(accounts.check("ann", "some old password")).isPresent();
    }

    @Test
    void refusesNamesAndPasswordsThatWillNotDo() {
        assertThatThrownBy(() -> accounts.add("a b", Role.ADMIN, PASSWORD)).hasMessageContaining("letters, digits");
        assertThatThrownBy(() -> accounts.add("ann", Role.ADMIN, "short")).hasMessageContaining("10 to 256");
        assertThatThrownBy(() -> accounts.changeRole("ann", Role.ADMIN)).hasMessageContaining("no user 'ann'");
        assertThat(file).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"version\": 1, \"users\": {|line 1",
                "{\"version\": 2, \"users\": {}, \"tokens\": {}}|version is not 1",
                "{\"version\": 1, \"users\": {}, \"tokens\": {}, \"admin\": true}|unknown field 'admin'",
                "{\"version\": 1, \"users\": {\"ann\": {\"role\": \"boss\", \"password\": \"$argon2id$v=19$m=8,t=1,p=1$c2FsdA$aGFzaA\"}}, \"tokens\": {}}|no role 'boss'",
                "{\"version\": 1, \"users\": {\"ann\": {\"role\": \"admin\", \"password\": \"secret\"}}, \"tokens\": {}}|not an Argon2id hash",
            })
    void losesNothingWhenTheFileIsTornOrWrong(String text, String why) throws Exception {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        Files.writeString(file, text);
        assertThatThrownBy(() -> accounts.users()).hasMessageContaining(why).hasMessageContaining("was not changed");
        assertThatThrownBy(() -> accounts.remove("ann")).hasMessageContaining(why);
        assertThat(Files.readString(file)).isEqualTo(text);
        assertThat(accounts.find("ann"))
                .as("what was last known stays in force")
                .isPresent();
        Accounts fresh = Accounts.in(file, events.admin(), clock);
        assertThat(fresh.find("ann")).as("after a restart nobody gets in").isEmpty();
        assertThat(new SetupLink(fresh, clock).make())
                .as("nor is there a set-up link")
                .isNull();
    }

    @Test
    void endsSessionsThatAreIdleOrOld() throws AccountException {
        ConsoleSessions sessions = new ConsoleSessions(accounts, events.admin(), clock);
        Account ann = accounts.add("ann", Role.VIEWER, PASSWORD);
        String idle = sessions.begin(ann, "127.0.0.1", "");
        pass(ConsoleSessions.IDLE.minusMillis(1));
        assertThat(sessions.peek(idle)).as("looking is no use").isPresent();
        pass(Duration.ofMillis(1));
        assertThat(sessions.use(idle)).isEmpty();
        String busy = sessions.begin(ann, "127.0.0.1", "");
        for (Duration used = Duration.ZERO;
                used.compareTo(ConsoleSessions.LONGEST.minusMinutes(30)) < 0;
                used = used.plusMinutes(30)) {
            assertThat(sessions.use(busy)).isPresent();
            pass(Duration.ofMinutes(30));
        }
        assertThat(sessions.use(busy)).isPresent();
        pass(Duration.ofMinutes(30));
        assertThat(sessions.use(busy)).isEmpty();
    }

    @Test
    void endsSessionsOfARemovedUserAlsoWhenTheNameIsUsedAgain() throws AccountException {
        ConsoleSessions sessions = new ConsoleSessions(accounts, events.admin(), clock);
        String id = sessions.begin(accounts.add("ann", Role.VIEWER, PASSWORD), "127.0.0.1", "");
        accounts.remove("ann");
        accounts.add("ann", Role.VIEWER, PASSWORD);
        assertThat(sessions.use(id)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.2.3, one, 10.1.2.200, one, true",
        "10.1.2.3, one, 10.1.3.3, one, false",
        "10.1.2.3, one, 10.1.2.3, two, false",
        "2001:db8:0:1:aaaa:0:0:1, one, 2001:db8:0:1:bbbb:0:0:2, one, true",
        "2001:db8:0:1:aaaa:0:0:1, one, 2001:db8:0:2:aaaa:0:0:1, one, false",
        "127.0.0.1, one, 0:0:0:0:0:0:0:1, one, true",
        "::ffff:10.1.2.3, one, 10.1.2.4, one, true",
    })
    void tiesASessionToItsBrowserAndAddressRange(
            String from, String browser, String laterFrom, String laterBrowser, boolean good) throws AccountException {
        ConsoleSessions sessions = new ConsoleSessions(accounts, events.admin(), clock);
        String id = sessions.begin(accounts.add("ann", Role.ADMIN, PASSWORD), from, browser);
        assertThat(sessions.find(id, laterFrom, laterBrowser, true).isPresent()).isEqualTo(good);
        assertThat(sessions.find(id, from, browser, true)).as("the owner stays").isPresent();
        assertThat(sessions.isFresh(id))
                .as("after a doubt the password is asked for")
                .isEqualTo(good);
    }

    /** A right or a disk may come back without any change of the file. */
    @Test
    void readsAFileAgainThatCouldNotBeReadAndSaysSoOnce() throws Exception {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        Accounts running = Accounts.in(file, events.admin(), clock);
        byte[] good = Files.readAllBytes(file);
        byte[] bad = good.clone();
        bad[bad.length - 1] = (byte) 0xff;
        Files.write(file, bad);
        FileTime written = Files.getLastModifiedTime(file);

        assertThat(running.find("ann")).isEmpty();
        assertThat(running.find("ann")).isEmpty();
        assertThatThrownBy(running::users).hasMessageContaining("cannot be read");
        assertThat(events.recent(10))
                .extracting(event -> event.message().substring(0, 17))
                .containsExactly("accounts: " + file.toString().substring(0, 7));

        Files.write(file, good);
        Files.setLastModifiedTime(file, written);
        assertThat(running.find("ann")).as("in the same file").isPresent();
    }

    @Test
    void asksForThePasswordAgainAfterTenMinutes() throws AccountException {
        ConsoleSessions sessions = new ConsoleSessions(accounts, events.admin(), clock);
        String id = sessions.begin(accounts.add("ann", Role.ADMIN, PASSWORD), "127.0.0.1", "one");
        pass(ConsoleSessions.FRESH.minusMillis(1));
        assertThat(sessions.isFresh(id)).isTrue();
        pass(Duration.ofMillis(1));
        assertThat(sessions.isFresh(id)).isFalse();
        assertThat(sessions.use(id)).as("looking goes on").isPresent();
        sessions.prove(id);
        assertThat(sessions.isFresh(id)).isTrue();
    }

    @Test
    void letsStrangersKeepNobodyOut() throws AccountException {
        Account ann = accounts.add("ann", Role.ADMIN, PASSWORD);
        LastUse lastUse = LastUse.inMemory(events.admin());
        lastUse.signedIn(ann, "192.0.2.10");
        SignIn signIn = new SignIn(accounts, lastUse);
        for (int attempt = 0; attempt < 300; attempt++) {
            assertThat(signIn.attempt("ann", "wrong", "10.0." + attempt % 100 + "." + attempt / 100, 0))
                    .isEmpty();
        }
        assertThat(signIn.admits("ann", "10.9.9.9", 0))
                .as("from where she never was")
                .isFalse();
        assertThat(signIn.admits("ann", "192.0.2.77", 0))
                .as("from her own network")
                .isTrue();
        assertThat(signIn.attempt("ann", PASSWORD, "192.0.2.77", 0)).isPresent();
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(signIn.attempt("ann", "wrong", "192.0.2." + attempt, 0)).isEmpty();
        }
        assertThat(signIn.admits("ann", "192.0.2.77", 0))
                .as("guesses from there count there")
                .isFalse();
    }

    @Test
    void keepsAnAdministrator() throws AccountException {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        accounts.add("vera", Role.VIEWER, PASSWORD);
        assertThatThrownBy(() -> accounts.remove("ann")).hasMessageContaining("last administrator");
        assertThatThrownBy(() -> accounts.changeRole("ann", Role.OPERATOR)).hasMessageContaining("last administrator");
        Accounts.in(file, events.admin(), clock).changeRole("vera", Role.ADMIN);
        accounts.changeRole("ann", Role.OPERATOR);
        assertThatThrownBy(() -> accounts.remove("vera")).hasMessageContaining("last administrator");
        accounts.remove("ann");
        assertThat(accounts.users()).extracting(Account::name).containsExactly("vera");
    }

    @Test
    void endsOneSessionOrAllOthersOfAUser() throws AccountException {
        ConsoleSessions sessions = new ConsoleSessions(accounts, events.admin(), clock);
        Account ann = accounts.add("ann", Role.ADMIN, PASSWORD);
        Account bob = accounts.add("bob", Role.VIEWER, PASSWORD);
        String first = sessions.begin(ann, "10.0.0.1", "one");
        String second = sessions.begin(ann, "10.0.0.2", "x".repeat(500));
        String third = sessions.begin(ann, "10.0.0.3", "three");
        String others = sessions.begin(bob, "10.0.0.4", "four");
        assertThat(sessions.of("ann"))
                .extracting(SessionView::from)
                .containsExactly("10.0.0.1", "10.0.0.2", "10.0.0.3");
        assertThat(sessions.of("ann").get(1).browser()).hasSize(200);
        String handle = sessions.of("ann").get(0).handle();
        assertThat(sessions.isOf(first, handle)).isTrue();
        assertThat(sessions.isOf(second, handle)).isFalse();
        assertThat(sessions.end("bob", handle)).as("somebody else's").isFalse();
        assertThat(sessions.use(handle)).as("a handle proves nothing").isEmpty();
        assertThat(sessions.end("ann", handle)).isTrue();
        assertThat(sessions.use(first)).isEmpty();
        assertThat(sessions.endOthers("ann", third)).isEqualTo(1);
        assertThat(sessions.use(second)).isEmpty();
        assertThat(sessions.use(third)).isPresent();
        assertThat(sessions.endOthers("ann", "")).isEqualTo(1);
        assertThat(sessions.use(others)).as("another user's session").isPresent();
        pass(ConsoleSessions.IDLE);
        assertThat(sessions.of("bob")).as("those that are over").isEmpty();
    }

    @Test
    void closesTheSetupLinkAfterItsHourAndItsUse() throws AccountException {
        SetupLink link = new SetupLink(accounts, clock);
        String late = String.valueOf(link.make());
        pass(SetupLink.VALID);
        assertThat(link.opens(late)).isFalse();
        String key = String.valueOf(link.make());
        assertThatThrownBy(() -> link.use(late, "root", PASSWORD)).hasMessageContaining("not valid");
        assertThat(link.use(key, "root", PASSWORD).role()).isEqualTo(Role.ADMIN);
        assertThat(link.opens(key)).isFalse();
    }

    @Test
    void knowsATokenUntilItExpiresOrIsRevoked() throws AccountException, IOException {
        String secret = accounts.createToken("ci", Role.OPERATOR, nowMs.get() + 1000);
        assertThat(secret).matches("ek_[0-9a-f]{64}");
        assertThat(Files.readString(file)).doesNotContain(secret.substring(3));
        assertThat(Accounts.in(file, events.admin(), clock).byToken(secret))
                .map(Token::role)
                .contains(Role.OPERATOR);
        assertThat(accounts.byToken(secret + "0")).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(accounts.byToken(secret)).isEmpty();
        assertThatThrownBy(() -> accounts.createToken("ci", Role.ADMIN, Long.MAX_VALUE))
                .hasMessageContaining("revoke");
    }

    @Test
    void looksAtNoPasswordOfOneWhoWasWrongTooOften() throws AccountException {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        SignIn signIn = new SignIn(accounts, LastUse.inMemory(events.admin()));
        long second = 1_000_000_000L;
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(signIn.attempt("ann", "wrong", "10.0.0." + attempt, 0)).isEmpty();
        }
        assertThat(signIn.admits("ANN", "10.0.0.99", 0))
                .as("from anywhere, in any case")
                .isFalse();
        assertThat(signIn.attempt("ann", PASSWORD, "10.0.0.99", 0)).isEmpty();
        assertThat(signIn.admits("ann", "10.0.0.99", 31 * second)).isTrue();
        assertThat(signIn.attempt("ann", PASSWORD, "10.0.0.99", 31 * second)).isPresent();
        for (int attempt = 0; attempt < 10; attempt++) {
            signIn.attempt("name" + attempt, "wrong", "10.0.1.1", 0);
        }
        assertThat(signIn.admits("somebody", "10.0.1.1", 0)).as("an address").isFalse();
        assertThat(signIn.admits("somebody", "10.0.1.2", 0)).isTrue();
    }

    /** More names and addresses than are remembered; the passwords are too long to be hashed, which is quick. */
    @Test
    void forgetsNoWrongPasswordsForMadeUpNames() throws AccountException {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        SignIn signIn = new SignIn(accounts, LastUse.inMemory(events.admin()));
        String quick = "x".repeat(Passwords.MOST_LENGTH + 1);
        for (int attempt = 0; attempt < 5; attempt++) {
            signIn.attempt("ann", quick, "10.0.0.1", 0);
        }
        for (int name = 0; name < 12_000; name++) {
            String from = "10.1." + name / 100 + "." + name % 100;
            signIn.admits("asked" + name, from, 0);
            signIn.attempt("tried" + name, quick, from, 0);
        }
        assertThat(signIn.admits("ann", "10.9.9.9", 0)).isFalse();
    }

    @Test
    void keepsChangesInTheLogAndSkipsTornLines() throws IOException {
        Path path = folder.resolve("shop.audit.jsonl");
        AuditLog log = new AuditLog(path, events.admin());
        log.add("ann", "127.0.0.1", "drain", "shop/vcn1", "new \"kernel\"\n");
        Files.writeString(path, Files.readString(path) + "{\"atMs\": 17\n");
        new AuditLog(path, events.admin()).add("bob", "command line", "ready", "shop/vcn1", null);
        assertThat(log.last(10)).extracting(AuditLog.AuditEntry::who).containsExactly("bob", "ann");
        assertThat(log.last(10).get(1).why()).isEqualTo("new \"kernel\"\n");
        assertThat(log.last(1)).hasSize(1);
    }

    @Test
    void losesNoFileOfTheLogWhenTwoWritersPutItAside() throws Exception {
        Path path = folder.resolve("shop.audit.jsonl");
        Path aside = folder.resolve("shop.audit.jsonl.1");
        List<AuditLog> writers = List.of(new AuditLog(path, events.admin()), new AuditLog(path, events.admin()));
        ExecutorService threads = Executors.newFixedThreadPool(writers.size());
        try {
            for (int round = 0; round < 300; round++) {
                try (RandomAccessFile full = new RandomAccessFile(path.toFile(), "rw")) {
                    full.setLength(10_000_001);
                }
                CyclicBarrier together = new CyclicBarrier(writers.size());
                List<Future<?>> added = new ArrayList<>();
                for (AuditLog writer : writers) {
                    added.add(threads.submit(() -> {
                        together.await();
                        writer.add("ann", "127.0.0.1", "drain", "shop/vcn1", "");
                        return null;
                    }));
                }
                for (Future<?> each : added) {
                    each.get();
                }

                assertThat(Files.size(aside)).as("what was put aside").isGreaterThan(10_000_000);
                try (Stream<String> lines = Files.lines(path)) {
                    assertThat(lines).as("the new file").hasSize(2);
                }
                Files.delete(path);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
