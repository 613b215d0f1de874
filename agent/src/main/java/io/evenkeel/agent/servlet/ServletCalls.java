// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The few calls of the servlet API that the agent makes, which exist once in each of its namespaces.
 *
 * <p>Without state, so that no object is made for a request.
 *
 * @param <Q> the namespace's request
 * @param <S> the namespace's response
 */
public interface ServletCalls<Q, S> {

    /** The session a request claims to belong to; null when it claims none. Must not make a session. */
    @Nullable
    String sessionId(Q request);

    /** A field of a request; null when it is not there. */
    @Nullable
    String field(Q request, String name);

    /** The address a request came from. */
    @Nullable
    String address(Q request);

    /** GET and so on. */
    String method(Q request);

    /** The path of a request below that of its application, as it was sent. */
    String path(Q request);

    /** True when nothing can be added to the head of an answer any more. */
    boolean committed(S response);

    /** The status of an answer. */
    int status(S response);

    /** Sets a field of an answer. */
    void field(S response, String name, String value);

    /** Gives a whole answer. */
    void answer(S response, int status, String contentType, byte[] body, boolean bodyToo) throws IOException;
}
