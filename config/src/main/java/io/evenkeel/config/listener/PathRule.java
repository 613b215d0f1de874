// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

/** The treatment of a request whose path servers understand differently. */
public enum PathRule {
    /** It is refused with 400. */
    STRICT,
    /** It goes on as it came. */
    RAW
}
