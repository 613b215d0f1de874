// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

/** The answer to a proof of who a client is. */
public enum LoginVerdict {
    /** The proof is good. */
    ADMITTED,
    /** No proof came, or a wrong one. */
    REFUSED,
    /** The client has tried too often. */
    TOO_OFTEN,
    /** Too many proofs wait to be checked. */
    BUSY,
    /** The proof is being checked, and the answer comes later. */
    LATER
}
