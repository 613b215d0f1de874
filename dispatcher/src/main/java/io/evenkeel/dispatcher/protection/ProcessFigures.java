// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

/** Figures of the process that {@link Protection} goes by. Threads: the one that looks. */
interface ProcessFigures {

    /** Octets of the heap that were in use after the last collection. */
    long heapUsed();

    long heapMost();

    /** Collections of the heap so far. */
    long collections();

    /** Asks for a collection of the heap. */
    void collect();

    /** Octets of buffers outside the heap; 0 when it is not known. */
    long buffersUsed();

    long buffersMost();

    /** Open files and sockets; below 0 when it is not known, since not even counting has found a descriptor. */
    long descriptorsOpen();

    /** The most there may be; {@link Long#MAX_VALUE} when it is not known. */
    long descriptorsMost();
}
