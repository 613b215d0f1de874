// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import org.jspecify.annotations.Nullable;

/** A message that did not arrive, with the reason in words. */
final class DeliveryException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean again;

    /** @param again true when another try may succeed */
    DeliveryException(String reason, boolean again, @Nullable Throwable cause) {
        super(reason, cause);
        this.again = again;
    }

    boolean again() {
        return again;
    }
}
