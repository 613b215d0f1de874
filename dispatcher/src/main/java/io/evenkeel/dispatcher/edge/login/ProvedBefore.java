// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import io.evenkeel.dispatcher.edge.login.LoginRule.LoginAnswer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Proofs that were good a short time ago, under a hash with a random key, so that memory holds no password. Bounded in
 * number and time. Any thread; some microseconds.
 */
final class ProvedBefore {

    static final long LASTS_NS = TimeUnit.MINUTES.toNanos(5);
    static final int MOST = 4096;
    private static final int KEY_OCTETS = 32;

    private record Known(LoginAnswer answer, long untilNs) {}

    private final ConcurrentHashMap<ByteBuffer, Known> known = new ConcurrentHashMap<>();
    private final byte[] key = new byte[KEY_OCTETS];

    ProvedBefore() {
        new SecureRandom().nextBytes(key);
    }

    /** The name under which a proof is remembered. */
    ByteBuffer name(String proof) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key);
            digest.update(proof.getBytes(StandardCharsets.ISO_8859_1));
            return ByteBuffer.wrap(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** The answer to a proof that was good; null when it is not known. */
    @Nullable
    LoginAnswer find(ByteBuffer name, long nowNs) {
        Known found = known.get(name);
        return found != null && found.untilNs() - nowNs > 0 ? found.answer() : null;
    }

    /**
     * Remembers a proof; when there are too many, those that are over are forgotten, or all.
     *
     * @param mostNs the longest time for which it is good
     */
    void add(ByteBuffer name, LoginAnswer answer, long nowNs, long mostNs) {
        if (known.size() >= MOST) {
            known.values().removeIf(each -> each.untilNs() - nowNs <= 0);
        }
        if (known.size() >= MOST) {
            known.clear();
        }
        known.put(name, new Known(answer, nowNs + Math.min(LASTS_NS, mostNs)));
    }

    int size() {
        return known.size();
    }
}
