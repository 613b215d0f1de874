// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import java.util.Arrays;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * The way of one request through a {@link FlowStation}: the share of those still there after each jump of the
 * uniformised process.
 *
 * <p>While it waits, what matters is how many are ahead of it and how many behind; once it shares, how many others are
 * there. Only as many behind it are followed as can keep the sharers' number full for its time there. Jumps
 * are computed until one request in a million is left, or until the work bound; from there the share shrinks by a
 * constant factor, which it does in the end.
 */
final class Sojourn {

    private static final int MOST_JUMPS = 200_000;
    private static final double MOST_WORK = 4e8;
    private static final int MOST_WAITING = 300_000;
    private static final double LAST = 1e-6;
    private static final double NOTHING = 1e-18;

    private final FlowStation station;
    private final int sharers;
    /** Others that are there at most; waiting ones included. */
    private final int others;

    private final int ahead;
    private final int behind;
    private final double jumpsPerMs;
    /** Share still there after each jump. */
    private final double[] left;

    private final int jumps;

    /** @param found shares of the numbers of others that a request finds */
    Sojourn(FlowStation station, double[] found) {
        this.station = station;
        this.sharers = station.sharers();
        this.others = found.length - 1;
        this.ahead = Math.max(0, others - sharers + 1);
        this.behind = ahead == 0 ? 0 : Math.max(1, Math.min(Math.min(ahead, 4 * sharers + 32), MOST_WAITING / ahead));
        double fastest = 0;
        for (int n = 1; n <= others + 1; n++) {
            fastest = Math.max(fastest, station.arrivalsPerMs(n) + station.ratePerMs(n));
        }
        this.jumpsPerMs = fastest;
        this.left = follow(found);
        this.jumps = left.length;
    }

    private double[] follow(double[] found) {
        double[] after = new double[MOST_JUMPS];
        int in = Math.min(others + 1, ahead == 0 ? others + 1 : sharers + behind);
        double[] inside = new double[in];
        double[] waiting = new double[ahead * (behind + 1)];
        for (int n = 0; n <= others; n++) {
            if (n < sharers && n < in) {
                inside[n] += found[n];
            } else {
                waiting[(n - sharers) * (behind + 1)] += found[n];
            }
        }
        double[] nextInside = new double[inside.length];
        double[] nextWaiting = new double[waiting.length];
        double work = inside.length + waiting.length;
        int jump = 0;
        while (true) {
            double queued = sum(waiting);
            double sum = sum(inside) + queued;
            after[jump++] = sum;
            if (sum < LAST || jump == MOST_JUMPS || jump * work > MOST_WORK) {
                return Arrays.copyOf(after, jump);
            }
            Arrays.fill(nextInside, 0);
            Arrays.fill(nextWaiting, 0);
            jumpInside(inside, nextInside);
            if (queued > 0) {
                jumpWaiting(waiting, nextWaiting, nextInside);
            }
            double[] old = inside;
            inside = nextInside;
            nextInside = old;
            old = waiting;
            waiting = nextWaiting;
            nextWaiting = old;
        }
    }

    private void jumpInside(double[] now, double[] next) {
        for (int n = 0; n < now.length; n++) {
            if (now[n] < NOTHING) {
                continue;
            }
            double rate = station.ratePerMs(n + 1);
            double own = rate / Math.min(n + 1, sharers);
            double up = n < others && n + 1 < now.length ? station.arrivalsPerMs(n + 1) : 0;
            if (up > 0) {
                next[n + 1] += now[n] * up / jumpsPerMs;
            }
            if (n > 0) {
                next[n - 1] += now[n] * (rate - own) / jumpsPerMs;
            }
            next[n] += now[n] * (1 - (up + rate) / jumpsPerMs);
        }
    }

    private void jumpWaiting(double[] now, double[] next, double[] nextInside) {
        double rate = station.ratePerMs(sharers);
        for (int first = 0; first < ahead; first++) {
            for (int after = 0; after <= behind; after++) {
                int here = first * (behind + 1) + after;
                if (now[here] < NOTHING) {
                    continue;
                }
                boolean full = after == behind || sharers + first + after >= others;
                double up = full ? 0 : station.arrivalsPerMs(sharers + first + after + 1);
                if (!full) {
                    next[here + 1] += now[here] * up / jumpsPerMs;
                }
                double down = now[here] * rate / jumpsPerMs;
                if (first > 0) {
                    next[here - behind - 1] += down;
                } else {
                    nextInside[Math.min(nextInside.length - 1, sharers - 1 + after)] += down;
                }
                next[here] += now[here] * (1 - (up + rate) / jumpsPerMs);
            }
        }
    }

    private static double sum(double[] shares) {
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        return sum;
    }

    double tailShare(double ms) {
        double mean = jumpsPerMs * ms;
        double width = 8 * Math.sqrt(mean) + 20;
        int from = (int) Math.max(0, mean - width);
        int to = (int) Math.min(1e9, mean + width);
        double tail = 0;
        double likely = mean == 0 ? 0 : from * Math.log(mean) - mean - LogGamma.value(from + 1.0);
        for (int n = from; n <= to; n++) {
            tail += Math.exp(likely) * left(n);
            if (mean == 0) {
                break;
            }
            likely += Math.log(mean / (n + 1));
        }
        return Math.min(1, tail);
    }

    private double left(int jump) {
        if (jump < jumps) {
            return left[jump];
        }
        int span = Math.max(1, jumps / 10);
        double factor = jumps <= span ? 0 : Math.pow(left[jumps - 1] / left[jumps - 1 - span], 1.0 / span);
        return left[jumps - 1] * Math.pow(factor, jump - jumps + 1.0);
    }
}
