// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.util.function.Consumer;

/** A way in which clients prove that they may come in. Any thread. */
public interface LoginRule {

    /** The answer to a request that does not prove it: the value of {@code WWW-Authenticate}. */
    String question();

    /**
     * Looks at the proof of a request.
     *
     * @param head good for this call
     * @param nowNs monotonic
     * @param later gets the answer on another thread, when this returns {@link LoginAnswer#LATER}
     */
    LoginAnswer ask(RequestHead head, Origin origin, long nowNs, Consumer<LoginAnswer> later);

    /** An answer. Immutable. */
    final class LoginAnswer {

        static final LoginAnswer LATER = new LoginAnswer(LoginVerdict.LATER, new byte[0]);
        static final LoginAnswer ADMITTED = new LoginAnswer(LoginVerdict.ADMITTED, new byte[0]);
        static final LoginAnswer REFUSED = new LoginAnswer(LoginVerdict.REFUSED, new byte[0]);
        static final LoginAnswer TOO_OFTEN = new LoginAnswer(LoginVerdict.TOO_OFTEN, new byte[0]);
        static final LoginAnswer BUSY = new LoginAnswer(LoginVerdict.BUSY, new byte[0]);

        private final LoginVerdict verdict;
        private final byte[] lines;

        LoginAnswer(LoginVerdict verdict, byte[] lines) {
            this.verdict = verdict;
            this.lines = lines;
        }

        public LoginVerdict verdict() {
            return verdict;
        }

        /** Whole field lines that nodes are told of the client, CR LF included; empty for none. Not to be changed. */
        public byte[] lines() {
            return lines;
        }
    }
}
