// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

/** The weight of an alert, the least first. */
public enum AlertSeverity {
    /** Good to know. */
    INFO,
    /** Somebody should look, today. */
    WARNING,
    /** Somebody must act now. */
    CRITICAL
}
