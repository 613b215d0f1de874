// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

/** The reason for which the cache is not for a request, though its method is GET or HEAD. */
public enum BypassReason {
    BODY("it has a body, which a node may choose its answer by"),
    UPGRADE("it asks for another protocol"),
    NO_HOST("it names no host"),
    NO_URL("it is for the server as a whole"),
    SEVERAL_RANGES("it has several lines of Range"),
    SEVERAL_CONDITIONS("it has several lines of If-Modified-Since or If-Range"),
    ANOTHER_REQUEST("it has a field by which servers may take it for another request"),
    PRECONDITION("only a node can judge its If-Match or If-Unmodified-Since");

    private final String words;

    BypassReason(String words) {
        this.words = words;
    }

    /** The words that end a sentence: the cache is not for it, because … */
    public String words() {
        return words;
    }
}
