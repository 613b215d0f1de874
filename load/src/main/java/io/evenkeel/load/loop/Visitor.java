// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.FinishedRequest;
import io.evenkeel.load.OnFailure;
import io.evenkeel.load.SessionEnd;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.net.Line;
import io.evenkeel.load.net.LoadLane;
import io.evenkeel.load.net.Receiver;
import io.evenkeel.load.net.ServerAnswer;
import io.evenkeel.load.net.TargetServer;
import io.evenkeel.load.visit.Call;
import io.evenkeel.load.visit.Script;
import io.evenkeel.simulator.chance.Distribution;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One visitor: asks, waits for the answer, thinks. Everything happens on one lane's thread. */
final class Visitor implements Receiver {

    /**
     * Step between the seeds of two loads; a user's seed is that many steps and the user's number, so that loads with
     * adjacent seeds share none.
     */
    static final long SEED_STEP = 7_368_787L;

    /** The owner of the users, who decides the next action of a user who has nothing to do. */
    interface Crowd {
        /** A session has ended; in an open load without sessions, an operation. */
        void free(Visitor user, long nowNs);

        /** The user will not be seen again. */
        void left(Visitor user);
    }

    private enum State {
        FREE,
        THINKING,
        ASKING,
        GONE
    }

    private final Course course;
    private final UserBehaviour work;
    private final Crowd crowd;
    private final Script script;
    private final RandomGenerator random;
    private final LoadLane lane;
    private final Line line;
    private final int number;
    private final boolean isSentByOthers;
    private final VisitorSession session;
    private State state = State.FREE;
    private boolean hasBegun;
    /** Operations until the session ends. */
    private long left;

    private @Nullable Call call;
    private boolean repeats;
    private long dueNs;
    private long sentNs;
    private boolean waited;

    /**
     * A user who has not come yet.
     *
     * @param isSentByOthers true when the crowd says when each operation begins, where sessions have no end
     */
    Visitor(
            Course course,
            UserBehaviour work,
            Crowd crowd,
            Script script,
            RandomGenerator random,
            LoadLane lane,
            TargetServer server,
            int number,
            boolean isSentByOthers) {
        this.course = course;
        this.work = work;
        this.crowd = crowd;
        this.script = script;
        this.random = random;
        this.lane = lane;
        this.line = lane.line(server, work.timeout(), this);
        this.number = number;
        this.isSentByOthers = isSentByOthers && !work.isInSessions();
        this.session = new VisitorSession(course, number, work.isInSessions());
    }

    /**
     * Begins what the user came for.
     *
     * @param dueNs moment at which the first request is meant to be sent
     * @param waited true when there was no free connection then
     */
    void come(long dueNs, boolean waited) {
        begin();
        ask(dueNs, waited);
    }

    /** Comes at a moment, after having thought about it. */
    void comeThinking(long fromNs) {
        begin();
        think(fromNs + thoughtNs());
    }

    /** Begins a session; one without an end begins only once. */
    private void begin() {
        Distribution lengths = work.session();
        if (lengths != null) {
            left = Math.max(1, Math.round(lengths.sample(random)));
        }
        if (work.isInSessions() || !hasBegun) {
            line.hangUp();
            line.forget();
            script.begin();
            session.begin();
            repeats = false;
        }
        hasBegun = true;
    }

    private void think(long untilNs) {
        state = State.THINKING;
        dueNs = untilNs;
        if (course.isSpent()) {
            leave();
        } else if (untilNs - System.nanoTime() <= 0) {
            wake();
        } else {
            lane.at(Math.min(untilNs, course.endNs), this::wake);
        }
    }

    private void wake() {
        if (state == State.THINKING) {
            ask(dueNs, false);
        }
    }

    private long thoughtNs() {
        return (long) (work.thinkMs().sample(random) * 1e6);
    }

    private void ask(long dueNs, boolean waited) {
        if (!course.takes(dueNs)) {
            leave();
            return;
        }
        Call next = repeats && call != null ? call : script.next();
        call = next;
        repeats = false;
        this.dueNs = dueNs;
        this.waited = waited;
        state = State.ASKING;
        session.asked(dueNs);
        sentNs = System.nanoTime();
        line.send(next.message(), sentNs, next.wantsBody(), next.isHead(), next.keeps());
    }

    @Override
    public void answered(ServerAnswer answer) {
        long nowNs = System.nanoTime();
        FailureKind fault = script.look(answer);
        int status = answer.status();
        String node = answer.field(work.nodeField());
        course.count(new FinishedRequest(
                number, what(), dueNs, sentNs, nowNs, waited, status, answer.bodyLength(), node, fault, null));
        if (script.hasLostSession()) {
            session.ended(SessionEnd.BROKEN, nowNs);
        }
        if (fault != null) {
            afterFailure(nowNs);
        } else if (script.isMidway()) {
            ask(nowNs, false);
        } else {
            operationEnded(nowNs, 0);
        }
    }

    @Override
    public void failed(FailureKind kind, @Nullable String why) {
        long nowNs = System.nanoTime();
        course.count(new FinishedRequest(number, what(), dueNs, sentNs, nowNs, waited, 0, 0, null, kind, why));
        afterFailure(nowNs);
    }

    private String what() {
        return call == null ? "" : call.what();
    }

    private void afterFailure(long nowNs) {
        long pauseNs = work.pause().toNanos();
        OnFailure what = work.onFailure();
        if (what == OnFailure.RETRY) {
            repeats = true;
            think(nowNs + Math.max(pauseNs, thoughtNs()));
            return;
        }
        session.ended(SessionEnd.ABORTED, nowNs);
        script.failed();
        switch (what) {
            case GO_ON -> operationEnded(nowNs, pauseNs);
            case STOP -> leave();
            default -> {
                left = 0;
                hasBegun = false;
                operationEnded(nowNs, pauseNs);
            }
        }
    }

    private void operationEnded(long nowNs, long pauseNs) {
        boolean hasLeft = script.isOver() || (work.session() != null && --left <= 0);
        if (hasLeft || (work.session() == null && script.hasLoggedOut())) {
            session.ended(SessionEnd.COMPLETED, nowNs);
        }
        boolean isOver = isSentByOthers || hasLeft;
        if (isOver) {
            state = State.FREE;
            crowd.free(this, nowNs);
        } else if (hasBegun) {
            think(nowNs + Math.max(pauseNs, thoughtNs()));
        } else {
            begin();
            think(nowNs + Math.max(pauseNs, thoughtNs()));
        }
    }

    /** The load was stopped: a user who does not wait for an answer leaves at once. */
    void goHome() {
        if (state == State.THINKING || state == State.FREE) {
            leave();
        }
    }

    private void leave() {
        if (state != State.GONE) {
            state = State.GONE;
            session.ended(SessionEnd.UNFINISHED, System.nanoTime());
            line.hangUp();
            crowd.left(this);
        }
    }
}
