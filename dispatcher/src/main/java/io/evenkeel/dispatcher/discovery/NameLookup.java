// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Looks up the addresses of names. Threads: one calls, and is never made to wait. */
public interface NameLookup extends AutoCloseable {

    /** The addresses of a name, on any thread; an exception when there is none, or nobody answers. */
    CompletableFuture<Found> ask(String host);

    @Override
    void close();

    /**
     * The addresses of a name.
     *
     * @param addresses at least one
     * @param goodFor the time to live, or what stands for one where it is not known
     */
    record Found(List<InetAddress> addresses, Duration goodFor) {

        public Found {
            addresses = List.copyOf(addresses);
        }
    }
}
