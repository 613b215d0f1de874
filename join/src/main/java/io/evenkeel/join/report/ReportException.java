// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

/** Octets that are no message of a joined dispatcher; its message says why. */
public final class ReportException extends Exception {

    private static final long serialVersionUID = 1;

    ReportException(String message) {
        super(message);
    }
}
