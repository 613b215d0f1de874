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
     * @param later gets the answer on another thread, when this returns {@link Answer#LATER}
     */
    Answer ask(RequestHead head, Origin origin, long nowNs, Consumer<Answer> later);

    /** An answer. Immutable. */
    final class Answer {

        static final Answer LATER = new Answer(Verdict.LATER, new byte[0]);
        static final Answer ADMITTED = new Answer(Verdict.ADMITTED, new byte[0]);
        static final Answer REFUSED = new Answer(Verdict.REFUSED, new byte[0]);
        static final Answer TOO_OFTEN = new Answer(Verdict.TOO_OFTEN, new byte[0]);
        static final Answer BUSY = new Answer(Verdict.BUSY, new byte[0]);

        private final Verdict verdict;
        private final byte[] lines;

        Answer(Verdict verdict, byte[] lines) {
            this.verdict = verdict;
            this.lines = lines;
        }

        public Verdict verdict() {
            return verdict;
        }

        /** Whole field lines that nodes are told of the client, CR LF included; empty for none. Not to be changed. */
        public byte[] lines() {
            return lines;
        }
    }
}
