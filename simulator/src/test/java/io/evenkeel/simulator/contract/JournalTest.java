// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.journal.JournalHeader;
import io.evenkeel.policy.journal.JournalingPolicy;
import io.evenkeel.policy.journal.Replay;
import io.evenkeel.policy.journal.ReplayDifference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A journal of any policy replays to the same choices, and a choice that was changed is found. */
class JournalTest {

    private static final long SEED = Long.getLong("seed", 1);
    private static final int STEPS = 5_000;
    private static final int CHOOSE = 1;
    private static final PolicyCatalog CATALOG = PolicyCatalog.load();

    @ParameterizedTest
    @MethodSource("everyPolicy")
    void replaysToTheSameChoices(String policy) {
        List<byte[]> journal = journalOf(policy);

        assertThat(replay(journal)).isEmpty();
        assertThat(journal).hasSizeGreaterThan(STEPS / 2);
    }

    @ParameterizedTest
    @MethodSource("everyPolicy")
    void findsTheFirstChoiceThatWasChanged(String policy) {
        List<byte[]> journal = journalOf(policy);
        int changed = journal.size() / 2;
        while (journal.get(changed)[0] != CHOOSE) {
            changed++;
        }
        byte[] record = journal.get(changed);
        assertThat(record[record.length - 1]).as("no memo after the slot").isZero();
        record[record.length - 2] ^= 2;

        assertThat(replay(journal)).hasValueSatisfying(difference -> {
            assertThat(difference.kind()).isEqualTo("choose");
            assertThat(difference.recorded()).isNotEqualTo(difference.replayed());
        });
        assertThat(replay(journal)).map(ReplayDifference::call).hasValue((long) changed);
    }

    @Test
    void findsAnotherSeed() {
        List<byte[]> journal = journalOf("random");
        List<byte[]> other = new ArrayList<>();
        JournalingPolicy.create(
                new JournalHeader("random", 32, SEED + 1, Map.of()),
                CATALOG,
                (bytes, offset, length) -> other.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        journal.set(0, other.get(0));

        assertThat(replay(journal)).isPresent();
    }

    @Test
    void takesAFewBytesForACall() {
        List<byte[]> journal = journalOf("headroom");

        assertThat(journal.stream().mapToInt(record -> record.length).average().orElseThrow())
                .isLessThan(40);
    }

    @Test
    void keepsTheOptionsOfThePolicy() {
        List<byte[]> journal = new ArrayList<>();
        JournalHeader header = new JournalHeader("fastest-response", 4, -7, Map.of("window", 0.25));
        JournalingPolicy.create(
                header,
                CATALOG,
                (bytes, offset, length) -> journal.add(Arrays.copyOfRange(bytes, offset, offset + length)));

        assertThat(replay(journal)).isEmpty();
        assertThatThrownBy(() -> new JournalHeader("fastest-response", 4, 1, Map.of("window", 1e9)).create(CATALOG))
                .hasMessageContaining("window");
    }

    @Test
    void refusesBytesThatAreNoJournal() {
        assertThatThrownBy(() -> replay(List.of(new byte[] {1, 2, 3}))).hasMessageContaining("not a journal");

        List<byte[]> cut = journalOf("headroom").subList(0, 20);
        cut.set(19, Arrays.copyOf(cut.get(19), cut.get(19).length - 1));

        assertThatThrownBy(() -> replay(cut)).hasMessageContaining("too early");
    }

    private static Stream<String> everyPolicy() {
        return CATALOG.all().stream().map(PolicyType::name);
    }

    private static List<byte[]> journalOf(String policy) {
        List<byte[]> journal = new ArrayList<>();
        JournalingPolicy journaling = JournalingPolicy.create(
                new JournalHeader(policy, 32, SEED, Map.of()),
                CATALOG,
                (bytes, offset, length) -> journal.add(Arrays.copyOfRange(bytes, offset, offset + length)));
        Drill drill = new Drill(policy, journaling, 32, 8, SEED);
        for (int i = 0; i < STEPS; i++) {
            drill.randomStep();
        }
        return journal;
    }

    private static Optional<ReplayDifference> replay(List<byte[]> journal) {
        Replay replay = new Replay(CATALOG);
        for (byte[] record : journal) {
            Optional<ReplayDifference> difference = replay.next(record, 0, record.length);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }
}
