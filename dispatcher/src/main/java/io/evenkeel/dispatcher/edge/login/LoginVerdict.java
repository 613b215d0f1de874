// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

/** The answer to a proof of who a client is. */
public enum LoginVerdict {
    /** It is good. */
    ADMITTED,
    /** There is none, or it is wrong. */
    REFUSED,
    /** The client has tried too often. */
    TOO_OFTEN,
    /** Too many proofs wait to be checked. */
    BUSY,
    /** It is being checked, and the answer comes later. */
    LATER
}
