// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** A login that lets everybody in at once, or answers when the test says so, in the order of the questions. */
public final class LateLogin implements LoginRule {

    private final Deque<Consumer<LoginAnswer>> waiting = new ArrayDeque<>();
    private boolean late;

    /** Sets whether requests from now on wait for their answer. */
    public void late(boolean newLate) {
        late = newLate;
    }

    /** Lets the one in that has waited longest; nothing when nobody waits. */
    public void admit() {
        answer(LoginAnswer.ADMITTED);
    }

    /** Refuses the one that has waited longest; nothing when nobody waits. */
    public void refuse() {
        answer(LoginAnswer.REFUSED);
    }

    private void answer(LoginAnswer answer) {
        Consumer<LoginAnswer> next = waiting.poll();
        if (next != null) {
            next.accept(answer);
        }
    }

    @Override
    public String question() {
        return "Late";
    }

    @Override
    public LoginAnswer ask(RequestHead head, Origin origin, long nowNs, Consumer<LoginAnswer> later) {
        if (!late) {
            return LoginAnswer.ADMITTED;
        }
        waiting.add(later);
        return LoginAnswer.LATER;
    }
}
