// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

/** A way to somebody who is told; used by one thread. */
interface Delivery {

    /**
     * Sends a message, within a time that has an end.
     *
     * @throws DeliveryException when it did not arrive, as far as is known
     */
    void send(Message message) throws DeliveryException, InterruptedException;
}
