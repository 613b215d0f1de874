// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.patience;

/** What was waited for is held by somebody who does not come back; nothing was changed. The message says by whom. */
public final class JammedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public JammedException(String message) {
        super(message);
    }
}
