// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.conformance.ForwardedRequests;
import io.evenkeel.dispatcher.conformance.RequestCase;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.List;
import java.util.function.Predicate;
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

    private String shown(String raw) {
        return "-Dseed=" + seed + "\n" + Wire.shown(Wire.bytes(raw));
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
        RequestHead head = new RequestHead();
        hold(texts(RequestHeadTarget.seeds()), octets -> RequestHeadTarget.agrees(head, octets));
    }

    @Test
    void needsTheWholeHeadBeforeItAccepts() {
        List<String> seeds = ForwardedRequests.all().stream()
                .map(RequestCase::raw)
                .filter(raw -> raw.length() < 3000)
                .toList();
        RequestHead head = new RequestHead();
        for (int i = 0; i < 2000; i++) {
            String raw = mutants.of(seeds);
            byte[] bytes = Wire.bytes(raw);
            int end = head.read(bytes, 0, bytes.length, RequestLimits.DEFAULTS);
            if (end == RequestHead.INCOMPLETE) {
                continue;
            }
            boolean refused = end == RequestHead.REFUSED;
            for (int to = 0; to < (refused ? bytes.length : end); to++) {
                int part = head.read(bytes, 0, to, RequestLimits.DEFAULTS);
                if (refused) {
                    assertThat(part).as("first %s bytes of %s", to, shown(raw)).isNegative();
                } else {
                    assertThat(part).as("first %s bytes of %s", to, shown(raw)).isEqualTo(RequestHead.INCOMPLETE);
                }
            }
        }
    }

    @Test
    void readsAnswerHeadsAsTheReferenceDoes() {
        ResponseHead head = new ResponseHead();
        hold(texts(ResponseHeadTarget.seeds()), octets -> ResponseHeadTarget.agrees(head, octets));
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
