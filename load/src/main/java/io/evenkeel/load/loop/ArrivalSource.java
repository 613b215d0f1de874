// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.FinishedRequest;
import io.evenkeel.load.FinishedSession;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.SessionEnd;
import io.evenkeel.load.net.LoadLane;
import io.evenkeel.simulator.chance.ArrivalProcess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * The arrivals of an open load on one lane, and the users that serve them.
 *
 * <p>All lanes draw the same arrivals from the same seed, and each takes every n-th, so that the process is the same
 * for any number of lanes. An arrival that finds no free user waits; its time runs, and when it has waited for as long
 * as a request may take, it has failed. For the lane's thread.
 */
final class ArrivalSource implements Visitor.Crowd {

    private final Course course;
    private final LoadLane lane;
    private final ArrivalProcess process;
    private final SplittableRandom random;
    private final int lanes;
    private final int most;
    private final long timeoutNs;
    private final boolean isInSessions;
    private final Function<ArrivalSource, Visitor> hiring;
    private final Runnable onEnd;
    private final List<Visitor> users = new ArrayList<>();
    /** The users without work; the one who became free last comes first, so that few connections serve a low rate. */
    private final Deque<Visitor> free = new ArrayDeque<>();

    private final LongQueue waiting = new LongQueue();
    private long nextNs;
    private int present;
    private boolean isDry;
    private boolean hasEnded;

    /**
     * A source that has not begun.
     *
     * @param number of this lane, from 0
     * @param hiring makes another user
     * @param onEnd run once, when no arrival is left and the last user has left
     */
    ArrivalSource(
            Course course,
            LoadLane lane,
            OpenPlan plan,
            int number,
            Function<ArrivalSource, Visitor> hiring,
            Runnable onEnd) {
        this.course = course;
        this.lane = lane;
        this.process = ArrivalProcess.parse(plan.arrivals(), plan.perSecond());
        this.random = new SplittableRandom(plan.limits().seed());
        this.lanes = plan.limits().threads();
        this.most = Math.max(1, plan.users() / lanes);
        this.timeoutNs = plan.work().timeout().toNanos();
        this.isInSessions = plan.work().isInSessions();
        this.hiring = hiring;
        this.onEnd = onEnd;
        this.nextNs = course.startNs;
        advance(number + 1);
    }

    private void advance(int arrivals) {
        for (int i = 0; i < arrivals; i++) {
            nextNs += process.nextNs(random);
        }
    }

    /** Lets in all arrivals that are due, and waits for the next. */
    void run() {
        long nowNs = System.nanoTime();
        while (!isDry && nextNs - nowNs <= 0) {
            if (nextNs - course.endNs >= 0 || course.isSpent()) {
                break;
            }
            arrive(nextNs);
            advance(lanes);
        }
        if (isDry) {
            return;
        }
        if ((nextNs - course.endNs >= 0 && nowNs - course.endNs >= 0) || course.isSpent()) {
            dry();
        } else {
            lane.at(Math.min(nextNs, course.endNs), this::run);
        }
    }

    private void arrive(long dueNs) {
        Visitor user = free.poll();
        if (user == null && present < most) {
            user = hiring.apply(this);
            users.add(user);
            present++;
        }
        if (user == null) {
            waiting.add(dueNs);
        } else {
            user.come(dueNs, false);
        }
    }

    @Override
    public void free(Visitor user, long nowNs) {
        while (!waiting.isEmpty() && !course.isSpent()) {
            long dueNs = waiting.poll();
            if (nowNs - dueNs < timeoutNs) {
                user.come(dueNs, true);
                return;
            }
            if (course.takes(dueNs)) {
                course.count(
                        new FinishedRequest(-1, "", dueNs, nowNs, nowNs, true, 0, 0, null, FailureKind.TIMEOUT, null));
                if (isInSessions) {
                    course.count(new FinishedSession(-1, dueNs, nowNs, 0, SessionEnd.ABORTED));
                }
            }
        }
        if (isDry) {
            user.goHome();
        } else {
            free.push(user);
        }
    }

    @Override
    public void left(Visitor user) {
        present--;
        free.remove(user);
        endIfAllIsDone();
    }

    /** Ends the arrivals. */
    void dry() {
        if (!isDry) {
            isDry = true;
            List.copyOf(free).forEach(Visitor::goHome);
            endIfAllIsDone();
        }
    }

    /** The load was stopped. */
    void stop() {
        dry();
        List.copyOf(users).forEach(Visitor::goHome);
        endIfAllIsDone();
    }

    private void endIfAllIsDone() {
        if (isDry && present == 0 && !hasEnded) {
            hasEnded = true;
            onEnd.run();
        }
    }
}
