// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.conformance.ForwardedRequests;
import io.evenkeel.dispatcher.conformance.RequestCase;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every message that the scanner accepts, the reference reader accepts with the same meaning, over seeded mutants of
 * the conformance tables. The same targets have a fuzzer that looks for new paths through the code:
 * {@code .ci/slow.d/fuzz}.
 */
class ScannerFuzzTest {

    private static final int MUTANTS = 60_000;

    private final long seed = Mutants.seed(20_260_101);
    private final Mutants mutants = new Mutants(seed);
    private final RequestHead head = new RequestHead();

    private String shown(byte[] raw) {
        return "-Dseed=" + seed + "\n" + Wire.shown(raw);
    }

    /** Hands all mutants to the target, of which enough must be accepted, so that something was compared. */
    private void hold(List<String> seeds, Predicate<byte[]> target) {
        int accepted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            accepted += target.test(Wire.bytes(mutants.of(seeds))) ? 1 : 0;
        }
        assertThat(accepted).as("mutants accepted, -Dseed=%s", seed).isGreaterThan(MUTANTS / 20);
    }

    private static List<String> texts(List<byte[]> seeds) {
        return seeds.stream().map(Wire::text).toList();
    }

    @Test
    void readsRequestHeadsAsTheReferenceDoes() {
        hold(texts(RequestHeadTarget.seeds()), octets -> RequestHeadTarget.agrees(head, octets));
    }

    @Test
    void needsTheWholeHeadBeforeItAccepts() {
        List<byte[]> accepted = heads(end -> end >= 0);
        assertThat(accepted).as("mutants accepted, -Dseed=%s", seed).hasSizeGreaterThan(100);
        for (byte[] bytes : accepted) {
            for (int to = 0; to < read(bytes, bytes.length); to++) {
                assertThat(read(bytes, to))
                        .as("first %s bytes of %s", to, shown(bytes))
                        .isEqualTo(RequestHead.INCOMPLETE);
            }
        }
    }

    @Test
    void acceptsNoPartOfAHeadThatItRefuses() {
        List<byte[]> refused = heads(end -> end == RequestHead.REFUSED);
        assertThat(refused).as("mutants refused, -Dseed=%s", seed).hasSizeGreaterThan(100);
        for (byte[] bytes : refused) {
            for (int to = 0; to < bytes.length; to++) {
                assertThat(read(bytes, to))
                        .as("first %s bytes of %s", to, shown(bytes))
                        .isNegative();
            }
        }
    }

    /** Mutants of good heads that end in this way. */
    private List<byte[]> heads(IntPredicate end) {
        List<String> seeds = ForwardedRequests.all().stream()
                .map(RequestCase::raw)
                .filter(raw -> raw.length() < 3000)
                .toList();
        return Stream.generate(() -> Wire.bytes(mutants.of(seeds)))
                .limit(2000)
                .filter(bytes -> end.test(read(bytes, bytes.length)))
                .toList();
    }

    private int read(byte[] bytes, int to) {
        return head.read(bytes, 0, to, RequestLimits.DEFAULTS);
    }

    @Test
    void readsAnswerHeadsAsTheReferenceDoes() {
        ResponseHead answer = new ResponseHead();
        hold(texts(ResponseHeadTarget.seeds()), octets -> ResponseHeadTarget.agrees(answer, octets));
    }

    @Test
    void readsChunkedBodiesAsTheReferenceDoes() {
        ChunkReader reader = new ChunkReader();
        hold(ChunkTarget.bodies(), octets -> ChunkTarget.agrees(reader, octets, length -> 1 + mutants.below(length)));
    }

    @Test
    void passesChunkedBodiesOnWithTheSameDataAndWithoutExtensions() {
        ChunkReader reader = new ChunkReader();
        hold(
                ChunkTarget.bodies(),
                octets -> ChunkTarget.passesOn(reader, octets, 1 + mutants.below(octets.length + 1)));
    }
}
