// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.Closeable;
import java.io.IOException;

/**
 * A connection of a client that speaks HTTP in some version, for test bodies that mean all of them.
 *
 * <p>One thread. Every wait ends after {@link RawClient#PATIENCE_MS}; what is not well-formed fails the test.
 */
public interface AnyClient extends Closeable {

    /** The length of a body that is not told. */
    long UNTOLD = -1;

    /**
     * Begins a request.
     *
     * @param length octets of its body; 0 for a request that is whole without one, {@link #UNTOLD}
     */
    Asked begin(Question question, long length) throws IOException;

    /** Sends a request without a body. */
    default Asked ask(Question question) throws IOException {
        return begin(question, 0);
    }

    /** Sends a request with a body, which is not empty. */
    default Asked ask(Question question, String body) throws IOException {
        return begin(question, body.length()).body(body).end();
    }

    /** True while the connection is for further requests. */
    boolean reusable();
}
