// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.fault;

/** A fault that ends by itself. */
interface Fault {

    /** Makes the fault, waits and takes it back. */
    void last(long ms) throws InterruptedException;
}
