// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import org.jspecify.annotations.Nullable;

/** The methods of the protocol. */
public enum McmpCommand {
    CONFIG("CONFIG"),
    ENABLE_APP("ENABLE-APP"),
    DISABLE_APP("DISABLE-APP"),
    STOP_APP("STOP-APP"),
    REMOVE_APP("REMOVE-APP"),
    STATUS("STATUS"),
    PING("PING"),
    INFO("INFO"),
    DUMP("DUMP"),
    VERSION("VERSION");

    private final String method;

    McmpCommand(String method) {
        this.method = method;
    }

    /** The method as it stands in a request line. */
    public String method() {
        return method;
    }

    /** The command of a method; null when it is none. */
    static @Nullable McmpCommand of(String method) {
        for (McmpCommand each : values()) {
            if (each.method.equals(method)) {
                return each;
            }
        }
        return null;
    }
}
