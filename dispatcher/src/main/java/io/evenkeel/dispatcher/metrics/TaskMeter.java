// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

/**
 * Takes reports of an event loop on finished tasks. One object serves one cluster on one event loop; calls come from
 * that loop alone.
 */
public interface TaskMeter {

    /**
     * A task ended.
     *
     * @param slot the node's slot, or -1 when it never had one
     * @param status of the answer the client got; 0 when it got none
     * @param failed the node or the dispatcher failed it
     * @param wt1Ns selection time
     * @param wt2Ns connect time, also of a connection that was not made; 0 on a kept-alive connection
     * @param ptNs processing time; 0 when no node answered
     * @param totalNs from the first byte of the request to the last byte of the answer
     */
    void finished(
            int slot,
            int status,
            boolean failed,
            long wt1Ns,
            long wt2Ns,
            long ptNs,
            long totalNs,
            long bytesIn,
            long bytesOut);
}
