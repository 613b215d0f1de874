// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;

/**
 * The hashes that are checked for names without a user, so that the time of a check does not tell which names there
 * are. Such a name always has the same hash, and each hash of the file is as likely as any other: so names without a
 * user take each time as often as users do. One hash for all of them, even the most expensive, would tell every user
 * whose own hash costs something else. The choice follows from the hashes, which nobody else knows, and from the name;
 * so a restart does not change it. An edit of the file does: with hashes of different cost, somebody who measures
 * before and after can tell names without a user. Immutable; some microseconds.
 */
final class DummyHashes {

    private final String[] hashes;
    private final byte[] key;

    /** @param hashes those of all users, one at least */
    DummyHashes(Collection<String> hashes) {
        this.hashes = hashes.stream().sorted().toArray(String[]::new);
        MessageDigest digest = Sha256.digest();
        for (String each : this.hashes) {
            digest.update(each.getBytes(StandardCharsets.ISO_8859_1));
        }
        key = digest.digest();
    }

    /** The hash for a name. */
    String of(String name) {
        MessageDigest digest = Sha256.digest();
        digest.update(key);
        long number = ByteBuffer.wrap(digest.digest(name.getBytes(StandardCharsets.UTF_8)))
                .getLong();
        return hashes[(int) Long.remainderUnsigned(number, hashes.length)];
    }
}
