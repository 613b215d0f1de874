// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

/** States of a resource that the process needs to live. */
public enum ProtectionLevel {

    /** The process has enough. */
    FREE("free"),

    /** No connection is accepted. */
    PAUSED("paused"),

    /** No connection is accepted, and new requests are refused. */
    REFUSING("refusing");

    private final String word;

    ProtectionLevel(String word) {
        this.word = word;
    }

    /** The state in one word, for API and metrics. */
    public String word() {
        return word;
    }
}
