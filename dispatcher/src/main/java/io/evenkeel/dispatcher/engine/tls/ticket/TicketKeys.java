// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.ticket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys of session tickets for a time: one closes tickets, and this one, the last and the next open them.
 *
 * <p>A key is HKDF-SHA256 (RFC 5869) of the cluster key over the number of its epoch and what its tickets are bound to.
 * Epochs are counted from 1970, so dispatchers agree without talking. The next key is there for those whose clocks are
 * ahead. A ticket can be opened for 8 to 16 hours. Immutable; any thread.
 */
public final class TicketKeys {

    /** The time for which tickets are closed with one key. */
    public static final Duration EPOCH = Duration.ofHours(8);

    /** The longest time for which a ticket can be opened. */
    public static final Duration LIFE = EPOCH.multipliedBy(2);

    private static final String HMAC = "HmacSHA256";
    private static final byte[] SALT = "evenkeel tls tickets 1".getBytes(StandardCharsets.US_ASCII);

    private final byte[] present;
    private final byte @Nullable [] old;

    /**
     * Derives from a cluster key.
     *
     * @param clusterKey the secret that all dispatchers of a service share
     * @param oldClusterKey the one before, whose tickets are opened and not made; null for none
     */
    public TicketKeys(String clusterKey, @Nullable String oldClusterKey) {
        present = extract(clusterKey);
        old = oldClusterKey == null ? null : extract(oldClusterKey);
    }

    private static byte[] extract(String key) {
        return hmac(SALT, key.strip().getBytes(StandardCharsets.UTF_8));
    }

    /** The number of the epoch of a moment, in ms since 1970. */
    public static long epoch(long nowMs) {
        return Math.floorDiv(nowMs, EPOCH.toMillis());
    }

    /** The time from a moment to the next epoch in ms, both in ms. */
    public static long untilNextMs(long nowMs) {
        return EPOCH.toMillis() - Math.floorMod(nowMs, EPOCH.toMillis());
    }

    /**
     * The keys of an epoch: the first closes tickets, all of them open tickets.
     *
     * @param bound what a ticket must not be used beyond: the fingerprint of a certificate, and of the rule for the
     *     certificates of clients
     */
    public List<TicketKey> of(long epoch, byte[] bound) {
        List<TicketKey> keys = new ArrayList<>();
        add(keys, present, epoch, bound);
        if (old != null) {
            add(keys, old, epoch, bound);
        }
        return List.copyOf(keys);
    }

    private static void add(List<TicketKey> keys, byte[] secret, long epoch, byte[] bound) {
        keys.add(derive(secret, epoch, bound));
        keys.add(derive(secret, epoch - 1, bound));
        keys.add(derive(secret, epoch + 1, bound));
    }

    private static TicketKey derive(byte[] secret, long epoch, byte[] bound) {
        byte[] info = ByteBuffer.allocate(Long.BYTES + bound.length)
                .putLong(epoch)
                .put(bound)
                .array();
        byte[] first = hmac(secret, info, new byte[] {1});
        byte[] second = hmac(secret, first, info, new byte[] {2});
        int part = TicketKey.PART;
        return new TicketKey(
                Arrays.copyOf(first, part), Arrays.copyOfRange(first, part, 2 * part), Arrays.copyOf(second, part));
    }

    private static byte[] hmac(byte[] key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("this Java has no " + HMAC, e);
        }
    }

    /** Says nothing of the keys. */
    @Override
    public String toString() {
        return "ticket keys";
    }
}
