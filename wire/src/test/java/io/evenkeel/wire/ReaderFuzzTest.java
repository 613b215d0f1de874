// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.wire.push.PushMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Mangled texts: no reader throws, nothing that is out of range is ever in a sample, and what is refused leaves nothing
 * behind.
 *
 * <p>The texts are good ones with octets changed, cut, doubled and moved, since pure noise ends at the first octet.
 */
class ReaderFuzzTest {

    private static final int ROUNDS = 60_000;
    private static final byte[] SPICE =
            "{}[]\",:=+-.eE0123456789 \t\n\\u/NaInfinity_%\u0000\u007f".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] GUARD = "#1#2#3#4".getBytes(StandardCharsets.US_ASCII);

    private final long seed = Long.getLong("seed", 5);
    private final Random random = new Random(seed);
    private final NodeSample sample = new NodeSample();

    @Test
    void loadReportsOutliveAnything() throws IOException {
        LoadReport reader = new LoadReport();
        List<byte[]> corpus = new ArrayList<>();
        for (List<String> row : LoadReportTest.reports()) {
            corpus.add(row.get(1).getBytes(StandardCharsets.US_ASCII));
        }
        StringBuilder full = new StringBuilder();
        LoadReport.writeText(filled(), full);
        corpus.add(full.toString().getBytes(StandardCharsets.US_ASCII));
        full.setLength(0);
        LoadReport.writeJson(filled(), full);
        corpus.add(full.toString().getBytes(StandardCharsets.US_ASCII));
        int taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] text = mangled(corpus);
            boolean good = reader.read(text, GUARD.length, text.length - GUARD.length, sample);
            assertSound(good, text);
            taken += good ? 1 : 0;
        }
        assertThat(taken).as("reports taken, so that the fuzz is not all noise").isBetween(ROUNDS / 50, ROUNDS / 2);
    }

    /** Base 64 around mangled octets, so that the change reaches the protocol buffer. */
    @Test
    void binaryReportsOutliveAnything() throws IOException {
        LoadReport reader = new LoadReport();
        List<byte[]> corpus = new ArrayList<>();
        for (List<String> row : LoadReportTest.reports()) {
            if (row.get(0).equals("good")
                    && row.get(1).startsWith("BIN ")
                    && row.get(1).endsWith("=")) {
                corpus.add(Base64.getDecoder().decode(row.get(1).substring(4)));
            }
        }
        int taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] mangled = mangled(corpus);
            byte[] plain = Arrays.copyOfRange(mangled, GUARD.length, mangled.length - GUARD.length);
            byte[] text = Base64.getEncoder().encode(plain);
            boolean good = reader.readBinary(text, 0, text.length, sample);
            assertSound(good, text);
            taken += good ? 1 : 0;
        }
        assertThat(taken).isBetween(ROUNDS / 50, ROUNDS / 2);
    }

    @Test
    void jsonSamplesOutliveAnything() {
        StringBuilder full = new StringBuilder();
        JsonSample.write(filled(), "server \"1\"", "agent", full);
        List<byte[]> corpus = List.of(
                full.toString().getBytes(StandardCharsets.US_ASCII),
                "{\"OS_CPU_USED%\":1e1,\"x\":[{\"a\":\"\\u00e9\"},null],\"JVM_THREADS\":-0.5}"
                        .getBytes(StandardCharsets.US_ASCII));
        int taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] text = mangled(corpus);
            boolean good = JsonSample.read(text, GUARD.length, text.length - GUARD.length, sample);
            assertSound(good, text);
            taken += good ? 1 : 0;
        }
        assertThat(taken).isBetween(ROUNDS / 50, ROUNDS / 2);
    }

    @Test
    void messagesOutliveAnything() {
        List<byte[]> corpus = new ArrayList<>();
        for (String text : List.of(
                "{\"kind\":\"register\",\"node\":\"vcn1\",\"cluster\":\"shop\",\"address\":\"[::1]:8080\",\"workers\":12}",
                "{\"kind\":\"updated\",\"id\":\"a1\",\"intervalMs\":1000,\"query\":true}",
                "{\"kind\":\"update\",\"id\":\"a1\",\"sample\":{\"sequence\":3,\"OS_CPU_USED%\":12.5}}",
                "{\"kind\":\"refused\",\"reason\":\"a\\nb\",\"remedy\":\"\\ud83d\"}")) {
            corpus.add(text.getBytes(StandardCharsets.US_ASCII));
        }
        List<String> taken = Stream.generate(() -> mangled(corpus))
                .limit(ROUNDS)
                .map(text -> PushMessage.read(text, GUARD.length, text.length - GUARD.length))
                .filter(Objects::nonNull)
                .map(PushMessage::toString)
                .toList();
        assertThat(taken).hasSizeBetween(ROUNDS / 50, ROUNDS / 2);
        for (String written : taken) {
            byte[] again = written.getBytes(StandardCharsets.UTF_8);
            assertThat(PushMessage.read(again, 0, again.length))
                    .as("seed %d", seed)
                    .hasToString(written);
        }
    }

    private void assertSound(boolean good, byte[] text) {
        boolean sound = good || (sample.size() == 0 && sample.rejected() == 0 && sample.sequence() == 0);
        for (Metric metric : Metric.values()) {
            sound &= !sample.has(metric) || metric.unit().allows(sample.value(metric));
        }
        sound &= sample.epochMs() >= 0 && sample.clockMs() >= 0 && sample.agentPort() < 65536;
        assertThat(sound)
                .as(() -> "seed %d: %s".formatted(seed, new String(text, StandardCharsets.ISO_8859_1)))
                .isTrue();
    }

    /** A text of the corpus with up to four changes, between guards that a reader must not look at. */
    private byte[] mangled(List<byte[]> corpus) {
        byte[] text = corpus.get(random.nextInt(corpus.size())).clone();
        for (int i = random.nextInt(4); i >= 0 && text.length > 0; i--) {
            int at = random.nextInt(text.length);
            int to = Math.min(text.length, at + random.nextInt(8));
            switch (random.nextInt(5)) {
                case 0 -> text[at] = SPICE[random.nextInt(SPICE.length)];
                case 1 -> text[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> text = joined(text, 0, at, text, to, text.length);
                case 3 -> text = joined(text, 0, to, text, at, text.length);
                default -> {
                    byte[] other = corpus.get(random.nextInt(corpus.size()));
                    text = joined(
                            text, 0, at, other, other.length == 0 ? 0 : random.nextInt(other.length), other.length);
                }
            }
        }
        return joined(joined(GUARD, 0, GUARD.length, text, 0, text.length), 0, GUARD.length + text.length, GUARD, 0, 8);
    }

    private static byte[] joined(byte[] one, int from, int to, byte[] other, int otherFrom, int otherTo) {
        byte[] both = new byte[to - from + otherTo - otherFrom];
        System.arraycopy(one, from, both, 0, to - from);
        System.arraycopy(other, otherFrom, both, to - from, otherTo - otherFrom);
        return both;
    }

    private static NodeSample filled() {
        NodeSample full = new NodeSample();
        for (Metric metric : Metric.values()) {
            full.set(metric, 12.5);
        }
        full.stamp(1_771_000_000_123L, 4711, 1_771_000_012_345L);
        return full;
    }
}
