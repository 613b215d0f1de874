// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the seals of requests, each of which is taken once.
 *
 * <p>A request is good while its time is within a window around ours, either way. The nonces of requests that were
 * taken are kept until their window has passed for certain. When the memory is full a request is refused rather than a
 * nonce forgotten; only who knows the secret can fill it. Nothing that is older than a forgotten nonce is taken, so
 * that a clock that jumps ahead and comes back opens no door.
 *
 * <p>For any number of threads, which take turns at the memory of nonces, not at the seals. Time is an argument.
 */
public final class SealCheck {

    /** The result of a check. */
    public enum SealVerdict {
        /** The request comes from a sender that knows the secret, for the first time. */
        ACCEPTED("", ""),
        /** A header is missing or is not what it should be. */
        MALFORMED(
                "the request is not sealed",
                "send Evenkeel-Time, Evenkeel-Nonce and Evenkeel-Seal as docs/reference/wire.md says"),
        /** The seal is made with another secret, or of another request. */
        FORGED("the seal is wrong", "give agent and dispatcher the same secret"),
        /** The time is too far from ours. */
        STALE("the seal is from another time", "set the clocks of agent and dispatcher by NTP"),
        /** The request was here before. */
        REPLAYED("the request was sent before", "give each request a nonce of its own"),
        /** No room is left to remember it. */
        FULL("too many requests at once", "send updates less often");

        private final String reason;
        private final String remedy;

        SealVerdict(String reason, String remedy) {
            this.reason = reason;
            this.remedy = remedy;
        }

        /** The reason, for people; empty when accepted. */
        public String reason() {
            return reason;
        }

        /** The remedy; empty when accepted. */
        public String remedy() {
            return remedy;
        }
    }

    /** The greatest difference of a time from ours, unless set otherwise. */
    public static final long WINDOW_MS = 30_000;

    /** The number of nonces that are remembered, unless set otherwise: 1,000 updates per second for two windows. */
    public static final int MOST_NONCES = 65_536;

    private static final Pattern TIME = Pattern.compile("[0-9]{1,15}");
    private static final Pattern NONCE = Pattern.compile("[A-Za-z0-9_-]{16,64}");
    private static final Pattern SEAL = Pattern.compile("[0-9a-f]{64}");

    private final Seal seal;
    private final long windowMs;
    private final int most;
    private final Set<String> nonces = new HashSet<>();
    private final ArrayDeque<Entry> order = new ArrayDeque<>();
    private long forgottenMs;

    private static final class Entry {
        final String nonce;
        final long timeMs;
        final long untilMs;

        Entry(String nonce, long timeMs, long untilMs) {
            this.nonce = nonce;
            this.timeMs = timeMs;
            this.untilMs = untilMs;
        }
    }

    /** A check with the usual window and memory. */
    public SealCheck(Seal seal) {
        this(seal, WINDOW_MS, MOST_NONCES);
    }

    /** A check with a window to either side and room for a number of nonces. */
    public SealCheck(Seal seal, long windowMs, int most) {
        if (windowMs <= 0 || most <= 0) {
            throw new IllegalArgumentException("window and number of nonces have to be above 0");
        }
        this.seal = seal;
        this.windowMs = windowMs;
        this.most = most;
    }

    /**
     * Checks a request, and remembers it when it is taken.
     *
     * @param time the values of the three headers; null when one is missing
     * @param nowMs now, milliseconds since 1970
     */
    public SealVerdict check(
            String method,
            String target,
            @Nullable String time,
            @Nullable String nonce,
            @Nullable String sealed,
            byte[] body,
            long nowMs) {
        if (time == null || nonce == null || sealed == null || method.contains("\n") || target.contains("\n")) {
            return SealVerdict.MALFORMED;
        }
        boolean formed = TIME.matcher(time).matches()
                && NONCE.matcher(nonce).matches()
                && SEAL.matcher(sealed).matches();
        if (!formed) {
            return SealVerdict.MALFORMED;
        }
        long timeMs = Long.parseLong(time);
        String right = seal.sign(method, target, timeMs, nonce, body);
        if (!same(right, sealed)) {
            return SealVerdict.FORGED;
        }
        return Math.abs(nowMs - timeMs) > windowMs ? SealVerdict.STALE : remember(nonce, timeMs, nowMs);
    }

    private synchronized SealVerdict remember(String nonce, long timeMs, long nowMs) {
        for (Entry first = order.peek(); first != null && first.untilMs < nowMs; first = order.peek()) {
            order.remove();
            nonces.remove(first.nonce);
            forgottenMs = Math.max(forgottenMs, first.timeMs);
        }
        if (timeMs <= forgottenMs) {
            return SealVerdict.STALE;
        }
        if (nonces.contains(nonce)) {
            return SealVerdict.REPLAYED;
        }
        if (nonces.size() >= most) {
            return SealVerdict.FULL;
        }
        nonces.add(nonce);
        order.add(new Entry(nonce, timeMs, nowMs + 2 * windowMs));
        return SealVerdict.ACCEPTED;
    }

    /** Compares in the same time, independent of the place of the first difference. */
    private static boolean same(String right, String sealed) {
        return MessageDigest.isEqual(
                right.getBytes(StandardCharsets.US_ASCII), sealed.getBytes(StandardCharsets.US_ASCII));
    }
}
