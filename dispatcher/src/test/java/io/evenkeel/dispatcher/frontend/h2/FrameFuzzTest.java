// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.Wire;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Frames in any order, whole and broken; {@code -Drounds=} of them for {@code -Dseed=}. */
class FrameFuzzTest {

    private static final int ROUNDS = Integer.getInteger("rounds", 1000);
    private static final int MOST_STEPS = 40;

    private final long seed = Mutants.seed(20_261_123);
    private final Random random = new Random(seed);

    private byte[] input() {
        List<byte[]> seeds = FrameTarget.seeds();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(seeds.get(random.nextInt(seeds.size())));
        for (int step = random.nextInt(MOST_STEPS); step > 0; step--) {
            all.write(random.nextInt(11));
            for (int more = random.nextInt(6); more > 0; more--) {
                all.write(random.nextInt(random.nextBoolean() ? 16 : 256));
            }
        }
        byte[] octets = all.toByteArray();
        for (int change = random.nextInt(3); change > 0; change--) {
            octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
        }
        return octets;
    }

    @Test
    void nothingThatIsSentBreaksAPromise() {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] octets = input();
            assertThatCode(() -> FrameTarget.fuzzerTestOneInput(octets))
                    .as("round %d of -Dseed=%d:\n%s", round, seed, Wire.shown(octets))
                    .doesNotThrowAnyException();
        }
    }
}
