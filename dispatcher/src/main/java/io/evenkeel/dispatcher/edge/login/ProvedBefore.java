// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import io.evenkeel.dispatcher.edge.login.LoginRule.LoginAnswer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Proofs that were good a short time ago, under a hash with a random key, so that memory holds no password. A use makes
 * a proof last longer, up to a time after its check. Bounded in number and time. Any thread; some microseconds.
 */
final class ProvedBefore {

    static final long LASTS_NS = TimeUnit.MINUTES.toNanos(5);
    static final int MOST = 4096;
    private static final int KEY_OCTETS = 32;

    /** Step in which a use makes a proof last longer, so that not every request writes. */
    private static final long STEP_NS = TimeUnit.SECONDS.toNanos(1);

    private static final class Known {

        private final LoginAnswer answer;
        private final long endNs;
        private volatile long untilNs;

        Known(LoginAnswer answer, long untilNs, long endNs) {
            this.answer = answer;
            this.untilNs = untilNs;
            this.endNs = endNs;
        }

        boolean isOver(long nowNs) {
            return untilNs - nowNs <= 0;
        }

        void used(long nowNs) {
            long nextNs = nowNs + Math.min(LASTS_NS, endNs - nowNs);
            if (nextNs - untilNs >= STEP_NS) {
                untilNs = nextNs;
            }
        }
    }

    private final ConcurrentHashMap<ByteBuffer, Known> known = new ConcurrentHashMap<>();
    private final byte[] key = new byte[KEY_OCTETS];
    private final long knownNs;

    /** @param knownNs time after its check for which the use of a proof makes it last longer */
    ProvedBefore(long knownNs) {
        this.knownNs = knownNs;
        new SecureRandom().nextBytes(key);
    }

    /** The name under which a proof is remembered. */
    ByteBuffer name(String proof) {
        MessageDigest digest = Sha256.digest();
        digest.update(key);
        return ByteBuffer.wrap(digest.digest(proof.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** The answer to a proof that was good, which is a use of it; null when it is not known. */
    @Nullable
    LoginAnswer find(ByteBuffer name, long nowNs) {
        Known found = known.get(name);
        if (found == null || found.isOver(nowNs)) {
            return null;
        }
        found.used(nowNs);
        return found.answer;
    }

    /**
     * Remembers a proof; when there are too many, those that are over are forgotten, or all.
     *
     * @param mostNs the longest time for which it is good
     */
    void add(ByteBuffer name, LoginAnswer answer, long nowNs, long mostNs) {
        if (known.size() >= MOST) {
            known.values().removeIf(each -> each.isOver(nowNs));
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        known.put(name, new Known(answer, nowNs + Math.min(LASTS_NS, mostNs), nowNs + Math.min(knownNs, mostNs)));
    }

    int size() {
        return known.size();
    }
}
