// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.joint;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Sessions of joined dispatchers, in virtual time; messages are handed over by the test. */
final class JointSessionsTest {

    private static final long S = 1_000_000_000L;
    private static final int IDLE_S = 1_800;

    private final EventLog events = new EventLog();
    private long nowNs = 1_000 * S;
    private final JointSessions a = sessions();
    private final JointSessions b = sessions();

    private JointSessions sessions() {
        JointSessions made = new JointSessions(() -> nowNs, events.cluster());
        made.follow("shop", 10_000, IDLE_S);
        return made;
    }

    private static String key(long session) {
        return "evenkeel:shop:" + String.format("%016x%016x", session * 0x9E3779B97F4A7C15L, session);
    }

    private static void write(JointSessions to, long session, long node) {
        to.write(
                key(session),
                node,
                IDLE_S,
                (value, failure) -> assertThat(failure).isNull());
    }

    private static long find(JointSessions in, long session) {
        AtomicLong found = new AtomicLong(-1);
        in.read(key(session), (value, failure) -> found.set(value));
        return found.get();
    }

    private static void tell(JointSessions from, JointSessions to) {
        from.news().forEach(to::hear);
    }

    @Test
    void aSessionOfOneDispatcherIsFoundByTheOther() {
        write(a, 1, 7);
        assertThat(find(a, 1)).isEqualTo(7);
        assertThat(find(b, 1)).isZero();
        tell(a, b);

        assertThat(find(b, 1)).isEqualTo(7);
        assertThat(b.news()).as("what was told is not told on").isEmpty();
        assertThat(a.news()).isEmpty();
    }

    @Test
    void aSessionThatMovesMovesForAll() {
        write(a, 1, 7);
        tell(a, b);
        nowNs += 2 * S;
        write(b, 1, 3);
        tell(b, a);

        assertThat(find(a, 1)).isEqualTo(3);
        nowNs += 60 * S;
        a.renew(key(1), IDLE_S, (value, failure) -> {});
        tell(a, b);
        assertThat(find(b, 1)).isEqualTo(3);
    }

    @Test
    void whatIsOldDoesNotReplaceWhatIsNew() {
        write(a, 1, 9);
        nowNs += 5 * S;
        write(b, 1, 3);
        tell(a, b);
        tell(b, a);

        assertThat(find(a, 1)).isEqualTo(3);
        assertThat(find(b, 1)).isEqualTo(3);
    }

    @Test
    void twoWhoGiveASessionToDifferentNodesAtOnceAgree() {
        write(a, 1, 9);
        write(b, 1, 3);
        List<ToldSessions> ofA = a.news();
        tell(b, a);
        ofA.forEach(b::hear);

        assertThat(find(a, 1)).isEqualTo(find(b, 1)).isEqualTo(9);
    }

    @Test
    void aSessionThatHasEndedIsOverForAll() {
        write(a, 1, 7);
        tell(a, b);
        b.remove(key(1), (value, failure) -> {});
        tell(b, a);

        assertThat(find(a, 1)).isZero();
        assertThat(find(b, 1)).isZero();
    }

    @Test
    void aSessionThatIsUsedAtOneLivesAtTheOther() {
        write(a, 1, 7);
        write(a, 2, 7);
        tell(a, b);
        for (int i = 0; i < 40; i++) {
            nowNs += 60 * S;
            a.renew(key(1), IDLE_S, (value, failure) -> assertThat(value).isEqualTo(7));
            tell(a, b);
        }

        assertThat(find(b, 1)).isEqualTo(7);
        assertThat(find(b, 2)).as("idle for longer than half an hour").isZero();
    }

    @Test
    void allThatIsKnownCanBeToldInParts() {
        for (int i = 1; i <= 9_000; i++) {
            write(a, i, i);
        }
        nowNs += 10 * S;
        List<Integer> sizes = new ArrayList<>();
        SessionWalk walk = a.walk();
        for (ToldSessions each = walk.next(); each != null; each = walk.next()) {
            sizes.add(each.size());
            b.hear(each);
        }

        assertThat(sizes).hasSizeGreaterThan(3).allMatch(size -> size <= ToldSessions.MOST);
        for (int i = 1; i <= 9_000; i++) {
            assertThat(find(b, i)).isEqualTo(i);
        }
    }

    @Test
    void newsHaveABound() {
        for (int i = 1; i <= JointSessions.MOST_NEWS + 500; i++) {
            write(a, i, 7);
        }
        int told = 0;
        for (List<ToldSessions> news = a.news(); !news.isEmpty(); news = a.news()) {
            assertThat(news)
                    .singleElement()
                    .satisfies(each -> assertThat(each.size()).isLessThanOrEqualTo(JointSessions.MOST_TOGETHER));
            told++;
        }

        assertThat(told).isEqualTo(JointSessions.MOST_NEWS / JointSessions.MOST_TOGETHER);
        assertThat(events.recent(10).stream().map(Event::message))
                .as("said once")
                .singleElement()
                .asString()
                .contains("more sessions change");
    }

    @Test
    void sessionsThatWereKnownAreToldBeforeThoseOfStrangers() {
        a.follow("shop", 100_000, IDLE_S);
        write(a, 1, 7);
        write(a, 2, 7);
        write(a, 3, 7);
        tell(a, b);
        nowNs += 60 * S;
        for (int i = 0; i < JointSessions.MOST_NEWS + 500; i++) {
            write(a, 1_000 + i, 7);
        }
        a.renew(key(1), IDLE_S, (value, failure) -> {});
        write(a, 2, 9);
        a.remove(key(3), (value, failure) -> {});
        tell(a, b);

        assertThat(find(b, 2)).as("has moved").isEqualTo(9);
        assertThat(find(b, 3)).as("has ended").isZero();
        nowNs += (IDLE_S - 30) * S;
        assertThat(find(b, 1)).as("was renewed").isEqualTo(7);
    }

    @Test
    void ofOneNodeTheYoungerAgeHolds() {
        write(b, 1, 7);
        nowNs += 10 * S;
        write(a, 1, 7);
        List<ToldSessions> ofA = a.news();
        nowNs += 5 * S;
        b.renew(key(1), IDLE_S, (value, failure) -> {});
        ofA.forEach(b::hear);
        JointSessions c = sessions();
        c.hear(new ToldSessions(
                "shop", ofA.get(0).high(), ofA.get(0).low(), new long[] {99}, new int[] {8}, new int[] {8}));
        tell(b, c);

        assertThat(find(c, 1))
                .as("99 was given before a gave 7, and after b did")
                .isEqualTo(7);
    }

    /** Clocks have different origins, and seconds begin at different moments. */
    private final class Members {

        private final SplittableRandom random;
        private final List<JointSessions> all = new ArrayList<>();

        Members(long seed, int count) {
            random = new SplittableRandom(seed);
            for (int i = 0; i < count; i++) {
                long shiftNs = random.nextLong(-500 * S, 1_000_000 * S);
                JointSessions made = new JointSessions(() -> nowNs + shiftNs, events.cluster());
                made.follow("shop", 100, IDLE_S);
                all.add(made);
            }
        }

        /** All that each knows and has as news, heard by all others in any order, some of it twice. */
        void tellAll() {
            List<ToldSessions> told = new ArrayList<>();
            for (JointSessions each : all) {
                told.addAll(each.news());
                SessionWalk walk = each.walk();
                for (ToldSessions part = walk.next(); part != null; part = walk.next()) {
                    told.add(part);
                }
            }
            for (JointSessions each : all) {
                List<ToldSessions> mixed = new ArrayList<>(told);
                Collections.shuffle(mixed, new Random(random.nextLong()));
                mixed.forEach(each::hear);
            }
        }

        List<Long> nodes() {
            return all.stream().map(each -> find(each, 1)).distinct().toList();
        }
    }

    @Test
    void tablesAgreeInWhateverOrderTheNewsCameWhenNodesWereGivenThreeSecondsApart() {
        for (int seed = 0; seed < 500; seed++) {
            Members members = new Members(seed, 4);
            long last = 0;
            for (JointSessions each : members.all) {
                nowNs += members.random.nextLong(3 * S, 9 * S);
                last = members.random.nextLong(1, 100);
                write(each, 1, last);
            }
            nowNs += members.random.nextLong(10 * S);
            members.tellAll();

            assertThat(members.nodes()).as("seed " + seed).containsExactly(last);
        }
    }

    @Test
    void tablesThatDoNotAgreeDoSoAfterSomeRenewals() {
        int differed = 0;
        for (int seed = 0; seed < 500; seed++) {
            Members members = new Members(seed, 2);
            for (JointSessions each : members.all) {
                nowNs += members.random.nextLong(S);
                write(each, 1, members.random.nextLong(1, 100));
            }
            nowNs += members.random.nextLong(S);
            tell(members.all.get(0), members.all.get(1));
            nowNs += members.random.nextLong(S);
            tell(members.all.get(1), members.all.get(0));
            differed += members.nodes().size() - 1;
            for (int i = 0; i < 40; i++) {
                nowNs += 59 * S + members.random.nextLong(2 * S);
                JointSessions used = members.all.get(i % 2);
                used.renew(key(1), IDLE_S, (value, failure) -> {});
                tell(used, members.all.get(1 - i % 2));
            }

            assertThat(members.nodes()).as("seed " + seed).hasSize(1);
        }
        assertThat(differed).as("pairs that did not agree before").isPositive();
    }

    @Test
    void aClusterThatIsNotHereIsLeftOut() {
        write(a, 1, 7);
        b.retain(Set.of());
        tell(a, b);
        b.follow("shop", 10_000, IDLE_S);

        assertThat(find(b, 1)).isZero();
    }
}
