// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import java.security.SecureRandom;
import java.util.HexFormat;

/** The cluster key of one dispatcher, in force while its configuration names none. Any thread. */
public interface OwnKey {

    /** Octets of a key that is made. */
    int OCTETS = 32;

    /** The key, the same for as long as the process runs. It is asked for only while it is in force. */
    String text();

    /** Stores a key that could not be stored before; called each second. */
    void store(long nowNs);

    /** A key that is kept nowhere. */
    static OwnKey of(String text) {
        return new OwnKey() {
            @Override
            public String text() {
                return text;
            }

            @Override
            public void store(long nowNs) {
                // it ends with its process
            }
        };
    }

    /** A cluster key that nobody can guess: 64 hexadecimal digits. */
    static String made() {
        byte[] key = new byte[OCTETS];
        new SecureRandom().nextBytes(key);
        return HexFormat.of().formatHex(key);
    }
}
