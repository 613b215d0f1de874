// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

/** A reader of load reports for tests without agents. */
public final class NoReports {

    private NoReports() {}

    /** A reader that reads no report of any node. */
    public static Piggyback piggyback() {
        return new Piggyback((cluster, node) -> null);
    }
}
