// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import org.eclipse.jetty.io.EofException;

/** The connection was closed to make room, or there is no room for its request. */
final class GuestLeftException extends EofException {

    private static final long serialVersionUID = 1L;

    GuestLeftException() {
        super("closed to make room for others");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
