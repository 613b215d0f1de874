// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

/** The fate of bytes given to a connection to write. */
public enum Sent {
    /** The kernel has them, or they wait in a buffer that is far from full: go on. */
    ALL,
    /** Some wait in a buffer: stop giving more until {@link ConnectionHandler#drained}. */
    BACKLOG,
    /**
     * The peer takes no more; what it sent before may still be read. Nothing tells how much of the bytes has arrived.
     */
    FAILED
}
