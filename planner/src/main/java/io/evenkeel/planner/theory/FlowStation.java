// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import org.jspecify.annotations.Nullable;

/**
 * A station that finishes μ(n) requests per millisecond while n are there: a birth-death process. Requests come as a
 * Poisson stream, or from users who think for an exponential time; a limited number share the station, the next ones
 * wait in order, and beyond its room they are refused.
 *
 * <p>With μ(n) = min(n, k)·μ it is M/M/k; with a constant μ that all share M/M/1-PS; with μ(n) the throughput of
 * a network that holds n requests it is that network's flow-equivalent server ([L] chapters 8 and 9). Shares of states,
 * means and refusals are exact for the process; percentiles follow one request through it (uniformisation of its
 * jumps), exact where all that share do so in equal parts and leave memoryless; greater stations are judged by
 * {@link RoughSojourn}.
 *
 * <p>Its results are computed once and kept; several threads may ask at once.
 */
public final class FlowStation implements QueueModel {

    private static final double TINY = 1e-9;
    private static final int MOST_STATES = 20_000;
    /** States times jumps in a mean response time that are worth following; a tenth of a second. */
    private static final double MOST_WORK = 3e6;

    private static final int MOST_FURTHER = 2_000_000;

    private final double arrivalsPerMs;
    /** 0 = a Poisson stream. */
    private final int users;

    private final double thinkMs;
    private final double[] ratesPerMs;
    private final int sharers;
    private final int room;
    /** Shares of the states 0 to the last one that is worth counting; empty when there is no steady state. */
    private final double[] states;

    private @Nullable Sojourn sojourn;
    private @Nullable RoughSojourn rough;

    private FlowStation(double arrivalsPerMs, int users, double thinkMs, double[] ratesPerMs, int sharers, int room) {
        ArgumentCheck.atLeast("number of rates", 2, ratesPerMs.length);
        for (int n = 1; n < ratesPerMs.length; n++) {
            ArgumentCheck.positive("rate", ratesPerMs[n]);
        }
        ArgumentCheck.atLeast("sharers", 1, sharers);
        ArgumentCheck.atLeast("room", 1, room);
        this.arrivalsPerMs = arrivalsPerMs;
        this.users = users;
        this.thinkMs = thinkMs;
        this.ratesPerMs = ratesPerMs.clone();
        this.sharers = Math.min(sharers, room);
        this.room = room;
        boolean isEndless = users == 0 && room == Integer.MAX_VALUE;
        this.states = isEndless && arrivalsPerMs >= greatestPerMs() ? new double[0] : states();
    }

    /**
     * A station that a Poisson stream comes to.
     *
     * @param arrivalsPerMs λ, refused ones included, 0 or more
     * @param ratesPerMs μ(n) at index n from 1 on, above 0; the last one holds for greater n; index 0 is not used
     * @param sharers most requests that share it; the others wait; 1 or more
     * @param room most requests that may be there, waiting ones included; {@code Integer.MAX_VALUE} = any number
     */
    public static FlowStation open(double arrivalsPerMs, double[] ratesPerMs, int sharers, int room) {
        ArgumentCheck.notNegative("arrivalsPerMs", arrivalsPerMs);
        return new FlowStation(arrivalsPerMs, 0, 0, ratesPerMs, sharers, room);
    }

    /** A station for a Poisson stream that all requests share at once, without a limit. */
    public static FlowStation sharing(double arrivalsPerMs, double[] ratesPerMs) {
        return open(arrivalsPerMs, ratesPerMs, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * A station that users come to again and again; a refused user thinks before the next try. Without refusals
     * its throughput is that of exact mean value analysis.
     *
     * @param users 1 or more
     * @param thinkMs mean time from an answer or refusal to the same user's next request, above 0
     * @param ratesPerMs rates as for {@link #open}
     * @param sharers number as for {@link #open}
     * @param room number as for {@link #open}
     */
    public static FlowStation closed(int users, double thinkMs, double[] ratesPerMs, int sharers, int room) {
        ArgumentCheck.atLeast("users", 1, users);
        ArgumentCheck.positive("thinkMs", thinkMs);
        return new FlowStation(0, users, thinkMs, ratesPerMs, sharers, room);
    }

    /** μ(n). */
    double ratePerMs(int n) {
        return ratesPerMs[Math.min(n, Math.min(sharers, ratesPerMs.length - 1))];
    }

    /** Arrivals while n are there, those included that would be refused. */
    double arrivalsPerMs(int n) {
        return users == 0 ? arrivalsPerMs : Math.max(0, users - n) / thinkMs;
    }

    int sharers() {
        return sharers;
    }

    private double greatestPerMs() {
        return ratePerMs(Integer.MAX_VALUE);
    }

    private double[] states() {
        int last = users == 0 ? room : Math.min(users, room);
        if (last == Integer.MAX_VALUE) {
            double busy = arrivalsPerMs / greatestPerMs();
            double further = busy == 0 ? 0 : Math.ceil(Math.log(TINY) / Math.log(busy)) + 1;
            last = Math.min(sharers, ratesPerMs.length - 1) + (int) Math.min(MOST_FURTHER, further);
        }
        double[] logs = new double[last + 1];
        double greatest = 0;
        for (int n = 1; n <= last; n++) {
            logs[n] = logs[n - 1] + Math.log(arrivalsPerMs(n - 1) / ratePerMs(n));
            greatest = Math.max(greatest, logs[n]);
        }
        double sum = 0;
        double[] shares = new double[last + 1];
        for (int n = 0; n <= last; n++) {
            shares[n] = Math.exp(logs[n] - greatest);
            sum += shares[n];
        }
        for (int n = 0; n <= last; n++) {
            shares[n] /= sum;
        }
        return shares;
    }

    /**
     * The demand as a share of the highest rate the station reaches; with users, their throughput as such a share. It
     * is above 1 if many are refused.
     */
    @Override
    public double utilizationShare() {
        return (users == 0 ? arrivalsPerMs : throughputPerMs()) / greatestPerMs();
    }

    /** Share of the time with n requests there; 0 for every n when overloaded without bound. */
    public double stateShare(int n) {
        return n < states.length ? states[n] : 0;
    }

    @Override
    public double refusedShare() {
        if (room >= states.length) {
            return 0;
        }
        double asked = 0;
        for (int n = 0; n < states.length; n++) {
            asked += states[n] * arrivalsPerMs(n);
        }
        return asked == 0 ? 0 : states[room] * arrivalsPerMs(room) / asked;
    }

    /** Requests it finishes, per millisecond. */
    public double throughputPerMs() {
        if (states.length == 0) {
            return greatestPerMs();
        }
        double sum = 0;
        for (int n = 1; n < states.length; n++) {
            sum += states[n] * ratePerMs(n);
        }
        return sum;
    }

    /** Mean number of requests there. */
    public double inside() {
        if (states.length == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double sum = 0;
        for (int n = 1; n < states.length; n++) {
            sum += n * states[n];
        }
        return sum;
    }

    /** The mean of the requests that were not refused; by Little's law. */
    @Override
    public double meanMs() {
        double throughput = throughputPerMs();
        return throughput == 0 ? 1 / ratePerMs(1) : inside() / throughput;
    }

    /** The share of the requests that were not refused. */
    @Override
    public double tailShare(double ms) {
        if (states.length == 0) {
            return 1;
        }
        return isGreat() ? rough().tailShare(Math.max(0, ms)) : sojourn().tailShare(Math.max(0, ms));
    }

    /** True when following a request through all states would take too long. */
    private boolean isGreat() {
        int others = Math.min(Math.min(room, states.length), MOST_STATES);
        double ahead = Math.max(0, others - sharers);
        double followed = Math.min(others, sharers) + ahead * Math.min(ahead, 4.0 * sharers + 32);
        return followed * (arrivalsPerMs(0) + greatestPerMs()) * meanMs() > MOST_WORK;
    }

    private synchronized RoughSojourn rough() {
        RoughSojourn known = rough;
        if (known == null) {
            known = new RoughSojourn(this, found());
            rough = known;
        }
        return known;
    }

    private synchronized Sojourn sojourn() {
        Sojourn known = sojourn;
        if (known == null) {
            known = new Sojourn(this, found());
            sojourn = known;
        }
        return known;
    }

    /** Shares of the numbers of others that a request finds when it is let in; no more than can be followed. */
    private double[] found() {
        int last = Math.min(Math.min(room, states.length), MOST_STATES);
        double[] found = new double[Math.max(1, last)];
        double sum = 0;
        for (int n = 0; n < last; n++) {
            found[n] = states[n] * (arrivalsPerMs(n) > 0 ? arrivalsPerMs(n) : n == 0 ? 1 : 0);
            sum += found[n];
        }
        for (int n = 0; n < last; n++) {
            found[n] /= sum;
        }
        return found;
    }
}
