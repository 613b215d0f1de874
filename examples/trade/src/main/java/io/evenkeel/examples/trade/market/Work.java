// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.lang.ref.Reference;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Extra cost of every operation, so that an experiment can make the application heavier than it is.
 *
 * <p>Cost is counted in work done and not in time, so a slower or busier machine takes longer: that is what load
 * balancing is about.
 *
 * @param blocks 16 KiB blocks hashed with SHA-256 for each operation; one takes about 0.05 ms on a 3 GHz core
 * @param queries full scans of the quotes for each operation, on the connection that the operation holds
 * @param heldKb heap that each operation fills and holds while its queries run, KB
 */
public record Work(int blocks, int queries, int heldKb) {

    /** No extra cost. */
    public static final Work NONE = new Work(0, 0, 0);

    private static final byte[] BLOCK = new byte[16 * 1024];

    public Work {
        if (blocks < 0 || queries < 0 || heldKb < 0) {
            throw new IllegalArgumentException("work cannot be negative");
        }
    }

    void spend(Connection connection) throws SQLException {
        Ballast held = Ballast.ofKb(heldKb);
        try {
            for (int i = 0; i < queries; i++) {
                scanQuotes(connection);
            }
            if (blocks > 0) {
                hashBlocks();
            }
        } finally {
            Reference.reachabilityFence(held);
        }
    }

    private static void scanQuotes(Connection connection) throws SQLException {
        try (PreparedStatement scan = connection.prepareStatement("SELECT AVG(price * volume) FROM quote");
                var row = scan.executeQuery()) {
            row.next();
        }
    }

    private void hashBlocks() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int i = 0; i < blocks; i++) {
                digest.update(BLOCK);
            }
            digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
