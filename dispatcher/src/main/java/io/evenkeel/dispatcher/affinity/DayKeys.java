// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Keys that sign cookies, one for each day: HMAC-SHA-256 of the purpose, the day and the cluster's name under the
 * cluster key. Nothing is stored, every dispatcher with the cluster key has the same ones, and a key is good for its
 * day, its purpose and its cluster alone. Threads: one event loop.
 */
final class DayKeys {

    private static final int DAYS = 16;

    private final Mac master;
    private final String purpose;
    private final String cluster;
    private final long[] day = new long[DAYS];
    private final @Nullable Mac[] macs = new @Nullable Mac[DAYS];

    /** @param key the cluster key */
    DayKeys(byte[] key, String purpose, String cluster) {
        this.master = mac(key);
        this.purpose = purpose;
        this.cluster = cluster;
    }

    /**
     * Signs the first octets of a value by HMAC-SHA-256. Keys of days long ago are not kept: anybody may name one.
     *
     * @param wanted the day of the key, counted from 1970
     * @param today the present day
     * @param out gets 32 octets
     */
    void sign(byte[] value, int length, int wanted, int today, byte[] out) {
        boolean recent = wanted > today - DAYS && wanted <= today + 1;
        int place = wanted & (DAYS - 1);
        Mac mac = recent && day[place] == wanted ? macs[place] : null;
        if (mac == null) {
            byte[] words = ("evenkeel " + purpose + " " + wanted + " " + cluster).getBytes(StandardCharsets.UTF_8);
            mac = mac(master.doFinal(words));
            if (recent) {
                macs[place] = mac;
                day[place] = wanted;
            }
        }
        mac.update(value, 0, length);
        try {
            mac.doFinal(out, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a signature of 32 bytes does not fit into " + out.length, e);
        }
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
