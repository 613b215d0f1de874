// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BacklogTest {

    private static final long SEED = Long.getLong("seed", 1);

    private final Backlog backlog = new Backlog(100);
    private final ByteBuffer into = ByteBuffer.allocate(100);

    private void add(String text) {
        backlog.add(text.getBytes(US_ASCII), text.length());
    }

    private String oldest() {
        assertThat(backlog.peek(into)).isTrue();
        return US_ASCII.decode(into).toString();
    }

    @Test
    void keepsTheOrderAndAMessageUntilItIsTakenOut() {
        add("one");
        add("");
        add("three");
        assertThat(oldest()).isEqualTo("one");
        assertThat(oldest()).isEqualTo("one");
        backlog.remove();
        assertThat(oldest()).isEmpty();
        backlog.remove();
        assertThat(oldest()).isEqualTo("three");
        assertThat(backlog.messages()).isEqualTo(1);
        backlog.remove();
        assertThat(backlog.peek(into)).isFalse();
    }

    @Test
    void dropsAndCountsWhatFindsNoRoom() {
        add("a".repeat(92));
        add("bbbbb");
        add("");
        add("");
        assertThat(backlog.dropped()).isEqualTo(2);
        assertThat(backlog.messages()).isEqualTo(2);
        backlog.remove();
        add("bbbbb");
        backlog.remove();
        assertThat(oldest()).isEqualTo("bbbbb");
    }

    @Test
    void isAQueueForAnyLengthsWhereverTheRingEnds() {
        SplittableRandom random = new SplittableRandom(SEED);
        Deque<String> expected = new ArrayDeque<>();
        List<String> taken = new ArrayList<>();
        List<String> wanted = new ArrayList<>();
        int octets = 0;
        long dropped = 0;
        for (int i = 0; i < 10_000; i++) {
            if (random.nextBoolean()) {
                String text = Integer.toString(i).repeat(random.nextInt(0, 8));
                boolean fits = octets + 4 + text.length() <= 100;
                add(text);
                octets += fits ? 4 + text.length() : 0;
                dropped += fits ? 0 : 1;
                expected.addAll(fits ? List.of(text) : List.of());
            } else if (!expected.isEmpty()) {
                taken.add(oldest());
                wanted.add(expected.remove());
                backlog.remove();
                octets -= 4 + wanted.get(wanted.size() - 1).length();
            }
        }
        assertThat(taken).as("seed %d", SEED).isEqualTo(wanted).hasSizeGreaterThan(1_000);
        assertThat(backlog.messages()).isEqualTo(expected.size());
        assertThat(backlog.dropped()).isEqualTo(dropped).isPositive();
    }
}
