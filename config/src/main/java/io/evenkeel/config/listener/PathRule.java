// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

/** The treatment of a request whose path servers understand differently. */
public enum PathRule {
    /** Refused with 400. */
    STRICT,
    /** Passed on as it came. */
    RAW
}
