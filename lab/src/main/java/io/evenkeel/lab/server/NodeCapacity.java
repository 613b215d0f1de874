// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

/**
 * The resources of one node.
 *
 * @param heapMb greatest heap of its JVM, MB
 * @param workers threads that serve requests
 * @param queue accepted requests that wait for a worker; one more is refused
 * @param jdbc connections to the database
 */
public record NodeCapacity(int heapMb, int workers, int queue, int jdbc) {

    public NodeCapacity {
        if (heapMb < 32 || workers < 1 || queue < 1 || jdbc < 1) {
            throw new IllegalArgumentException("a node needs 32 MB, a worker, a place to wait and a connection");
        }
    }
}
