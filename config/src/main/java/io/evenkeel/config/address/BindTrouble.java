// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.address;

/** The words for an address that cannot be listened on: the reason of the system, and what the user can do. */
public final class BindTrouble {

    private static final int FIRST_FOR_ALL = 1024;

    private BindTrouble() {}

    /**
     * The reason, with the remedy behind it where there is one.
     *
     * @param reason the message of the system's error
     */
    public static String words(String reason, int port) {
        return reason + remedy(reason, port);
    }

    private static String remedy(String reason, int port) {
        if (reason.contains("already in use")) {
            return "; end the program that has it ('ss -ltnp' names it), or set another address or port";
        }
        if (reason.contains("Cannot assign")) {
            return "; this machine has no such address ('ip address' lists those it has)";
        }
        return reason.contains("ermission denied") && port < FIRST_FOR_ALL
                ? "; ports below 1024 need root or the capability CAP_NET_BIND_SERVICE, or set a higher port"
                : "";
    }
}
