// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A Markov chain of pages.
 *
 * @param start number of the state that a session begins in
 * @param thrownOut sign of an answer that throws a user out; null when there is none, as for the operations of the
 *     sample application, which know it themselves
 */
public record PageMix(
        String name,
        List<MixState> states,
        int start,
        @Nullable ThrownOut thrownOut) {

    /** A mix without a sign of its own. */
    public PageMix(String name, List<MixState> states, int start) {
        this(name, states, start, null);
    }

    /**
     * The sign of an answer that throws a user out: one of the two, or either.
     *
     * @param redirect end of the path that such an answer redirects to, such as {@code /login}; empty for none
     * @param text that such a page contains; empty for none
     */
    public record ThrownOut(String redirect, String text) {}

    /**
     * One state: its page, and the states that may follow.
     *
     * @param page an operation of the sample application, such as {@code buy}, or method and path, such as
     *     {@code GET /cart}
     * @param next a share for each state of the mix, in its order; the sum counts as 1
     * @param isLogin true when the page logs in: a new session cookie in its answer breaks no session, and it may be
     *     the page to which others throw out
     */
    public record MixState(String name, String page, List<Double> next, boolean isLogin) {

        public MixState {
            next = List.copyOf(next);
        }

        /** A state that does not log in. */
        public MixState(String name, String page, List<Double> next) {
            this(name, page, next, false);
        }
    }

    public PageMix {
        states = List.copyOf(states);
        Set<String> names = new HashSet<>();
        for (MixState state : states) {
            boolean goesOn = state.next().stream().anyMatch(share -> share > 0);
            if (state.next().size() != states.size()
                    || !goesOn
                    || state.next().stream().anyMatch(share -> !(share >= 0))) {
                throw new IllegalArgumentException("the state " + state.name() + " does not say what follows");
            }
            if (!names.add(state.name())) {
                throw new IllegalArgumentException("there are two states " + state.name());
            }
        }
        if (start < 0 || start >= states.size()) {
            throw new IllegalArgumentException("a mix begins in one of its states");
        }
    }

    /** The state that follows on another. */
    public int next(int state, RandomGenerator random) {
        List<Double> shares = states.get(state).next();
        double left = random.nextDouble() * sum(shares);
        int last = state;
        for (int i = 0; i < shares.size(); i++) {
            double share = shares.get(i);
            if (share > 0) {
                last = i;
                left -= share;
                if (left < 0) {
                    return i;
                }
            }
        }
        return last;
    }

    private static double sum(List<Double> shares) {
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        return sum;
    }
}
