// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import io.evenkeel.config.text.Octets;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.PendingTask.TaskTrace;
import io.evenkeel.dispatcher.task.Attempts;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The trace of one request after another of an exchange: goes on with the one that the client names, or begins one,
 * tells it to nodes, and, when it is recorded, notes what happens to the request.
 *
 * <p>A request that is not recorded allocates nothing: its trace is three numbers, and octets in the head that goes to
 * the node. The head has one place for the caller's identifier, where each attempt of a recorded request puts its own
 * before the head is sent.
 *
 * <p>Threads: the exchange's loop; {@link TaskTrace} also inside the gate of the cluster.
 */
public final class RequestTrace implements TaskTrace {

    private static final byte[] PARENT_FIELD = Octets.ascii("traceparent: ");
    private static final byte[] STATE_FIELD = Octets.ascii("tracestate: ");
    private static final byte[] NO_VALUE = new byte[TraceParent.LENGTH];
    private static final int END_OF_HEAD = 2;

    private final TraceParent parent = new TraceParent();
    private @Nullable Tracing tracing;
    private @Nullable TraceLane lane;
    private @Nullable Recording recording;
    private boolean continued;
    private long traceHi;
    private long traceLo;
    private long span;
    private long caller;
    private int flags;

    /** The request has no trace: there was no head to read. */
    public void none() {
        tracing = null;
        recording = null;
    }

    /**
     * Begins the trace of a request.
     *
     * @param rules null while nothing is traced, and then the request's own fields pass untouched
     * @param loop the number of the loop
     */
    public void begin(@Nullable Tracing rules, int loop, RequestHead head, Origin origin) {
        tracing = rules;
        recording = null;
        if (rules == null) {
            return;
        }
        TraceLane mine = rules.lane(loop);
        lane = mine;
        boolean trusted = origin.trusted();
        continued = named(head) && rules.continues(trusted);
        if (continued) {
            traceHi = parent.traceHi;
            traceLo = parent.traceLo;
            caller = parent.span;
        } else {
            traceHi = mine.nextId();
            traceLo = mine.nextId();
            caller = 0;
        }
        boolean called = continued && (parent.flags & TraceParent.SAMPLED) != 0;
        boolean sampled = (continued && trusted && rules.leavesToClient()) ? called : rules.draws(mine);
        flags = (continued ? parent.flags & TraceParent.RANDOM : TraceParent.RANDOM)
                | (sampled ? TraceParent.SAMPLED : 0);
        span = mine.nextId();
    }

    /** True when the head names one trace in a form that can be read; two fields are none. */
    private boolean named(RequestHead head) {
        int at = -1;
        for (int line = 0; line < head.fields(); line++) {
            if (head.isTraceparent(line)) {
                if (at >= 0) {
                    return false;
                }
                at = line;
            }
        }
        return at >= 0 && parent.read(head.octets(), head.valueAt(at), head.valueEnd(at));
    }

    /** True while requests are traced, so that the client's own fields do not pass. */
    public boolean isOn() {
        return tracing != null;
    }

    /** The trace as the task's cluster sees it; null without one. */
    public @Nullable TaskTrace ofTask() {
        return tracing == null ? null : this;
    }

    /**
     * Puts the trace into the head that goes to nodes, whose last octets are those of the empty line, and begins to
     * record if the request is.
     *
     * @param firstNs the time of the request's first octet
     * @param epochNs to be added to times of the loop for those since 1970; asked for when the request is recorded
     */
    public void write(RequestHead head, Origin origin, HeadBuffer out, String listener, long firstNs, EpochNs epochNs) {
        if (tracing == null) {
            return;
        }
        out.cut(out.length() - END_OF_HEAD);
        out.add(PARENT_FIELD);
        int valueAt = out.length();
        out.add(NO_VALUE);
        TraceParent.write(out.octets(), valueAt, traceHi, traceLo, span, flags);
        out.endLine();
        int stateAt = 0;
        int stateEnd = 0;
        if (continued) {
            int before = out.length();
            out.add(STATE_FIELD);
            stateAt = out.length();
            stateEnd = stateAt + TraceState.write(head, out);
            if (stateEnd == stateAt) {
                out.cut(before);
            } else {
                out.endLine();
            }
        }
        out.endLine();
        if (recorded()) {
            String state = Recording.text(out.octets(), stateAt, stateEnd);
            recording = new Recording(head, origin, listener, state, firstNs, epochNs.offset());
        }
    }

    /** The difference between times since 1970 and those of a loop. */
    public interface EpochNs {

        /** The difference at this moment, in nanoseconds. */
        long offset();
    }

    /** The request begins to wait in the queue. */
    public void queued(long nowNs) {
        Recording mine = recording;
        if (mine != null) {
            mine.queued(Objects.requireNonNull(lane).nextId(), nowNs);
        }
    }

    /** The request is about to be sent to the task's node; does nothing when that attempt has begun already. */
    public void attempting(Attempts task, long nowNs, HeadBuffer out) {
        Recording mine = recording;
        if (mine != null && !mine.isAt(task)) {
            long id = Objects.requireNonNull(lane).nextId();
            mine.attempting(id, task, nowNs);
            TraceParent.span(out.octets(), valueIn(out), id);
        }
    }

    /**
     * The index of the value that {@link #write} has put into a head. It is looked for, because the cache puts its own
     * conditions in the place of the client's in between. The last line of this name is the one: the client's do not
     * pass while requests are traced, and lines of rules stand before it.
     */
    private static int valueIn(HeadBuffer head) {
        byte[] octets = head.octets();
        int at = head.length() - PARENT_FIELD.length;
        while (octets[at - 1] != '\n'
                || !Arrays.equals(octets, at, at + PARENT_FIELD.length, PARENT_FIELD, 0, PARENT_FIELD.length)) {
            at--;
        }
        return at + PARENT_FIELD.length;
    }

    /** The present attempt has ended before its time, for a reason. */
    public void failed(String why, long nowNs) {
        Recording mine = recording;
        if (mine != null) {
            mine.failed(why, nowNs);
        }
    }

    /**
     * The request is over; hands it to those who export it, if it was recorded.
     *
     * @param status of the answer that the client got; 0 for none
     * @param ofNode the node gave that answer
     * @param reason the word for which the dispatcher refused it; null when it did not
     * @param brokenBy the side that broke it off; null when neither did
     */
    public void end(
            Attempts task,
            String version,
            int status,
            boolean ofNode,
            @Nullable String reason,
            @Nullable String brokenBy,
            long nowNs) {
        Recording mine = recording;
        Tracing rules = tracing;
        tracing = null;
        recording = null;
        if (mine == null || rules == null) {
            return;
        }
        RequestSpan whole =
                mine.end(traceHi, traceLo, span, caller, flags, task, version, status, ofNode, reason, brokenBy, nowNs);
        String cluster = whole.cluster();
        if (cluster != null) {
            rules.exemplars()
                    .add(cluster, traceHi, traceLo, span, whole.endNs() - whole.startNs(), whole.endNs() / 1_000_000);
        }
        Objects.requireNonNull(lane).put(whole);
    }

    @Override
    public String id() {
        return TraceParent.traceId(traceHi, traceLo);
    }

    @Override
    public boolean recorded() {
        return tracing != null && (flags & TraceParent.SAMPLED) != 0;
    }

    @Override
    public void chosen(Decision decision) {
        Recording mine = recording;
        if (mine != null) {
            mine.chosen(decision);
        }
    }
}
