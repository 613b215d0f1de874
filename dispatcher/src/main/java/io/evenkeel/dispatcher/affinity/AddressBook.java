// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.affinity.table.SessionHash;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.affinity.table.SessionTable;

/** The nodes of clients' addresses, one user's way into the table that all share. Threads: one. */
final class AddressBook {

    private final SessionTable addresses;
    private final SessionHash hash;
    private final SessionKey key = new SessionKey();
    private final byte[] octets = new byte[Long.BYTES];

    AddressBook(SessionTable addresses, SessionHash hash) {
        this.addresses = addresses;
        this.hash = hash;
    }

    /**
     * Key of the node of an address; 0 when it has none.
     *
     * @param client hash of the address
     */
    long find(long client, int nowS) {
        return addresses.home(of(client), nowS);
    }

    /** The address belongs to a node from now on. */
    void remember(long client, long node, int nowS) {
        addresses.remember(of(client), node, nowS);
    }

    private SessionKey of(long client) {
        for (int i = 0; i < octets.length; i++) {
            octets[i] = (byte) (client >>> (8 * i));
        }
        hash.of(octets, 0, octets.length, key);
        return key;
    }
}
