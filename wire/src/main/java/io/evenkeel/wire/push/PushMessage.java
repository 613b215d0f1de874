// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import io.evenkeel.wire.NodeSample;
import org.jspecify.annotations.Nullable;

/**
 * A message between an agent that pushes and a dispatcher: the fifth paper's figure 4, its answers in the responses.
 *
 * <p>Registration and its acknowledgement are REGISTER and REGISTERED, with the identifier for all further messages and
 * the length of the interval; the performance report is UPDATE; stop and its acknowledgement are STOP and STOPPED. The
 * status query travels as a flag in the answers REGISTERED and UPDATED, since an agent may be where no dispatcher can
 * call it: the agent then sends an update at once. REFUSED answers anything, with a reason and a remedy. Made by the
 * factories only, and immutable except for the sample.
 */
public final class PushMessage {

    /** The kind of a message. */
    public enum Kind {
        /** Agent: here is a node. */
        REGISTER,
        /** Dispatcher: it is taken, under this identifier, and wanted this often. */
        REGISTERED,
        /** Agent: how the node is. */
        UPDATE,
        /** Dispatcher: noted, and the next one is wanted after this interval. */
        UPDATED,
        /** Agent: send nothing new here. */
        STOP,
        /** Dispatcher: nothing new comes. */
        STOPPED,
        /** Dispatcher: no, and why. */
        REFUSED
    }

    /** Shortest interval that may be asked for. */
    public static final int LEAST_INTERVAL_MS = 10;

    /** Longest interval that may be asked for. */
    public static final int MOST_INTERVAL_MS = 3_600_000;

    private final Kind kind;
    private final String id;
    private final @Nullable Registration registration;
    private final @Nullable NodeSample sample;
    private final int intervalMs;
    private final boolean query;
    private final String reason;
    private final String remedy;

    private PushMessage(
            Kind kind,
            String id,
            @Nullable Registration registration,
            @Nullable NodeSample sample,
            int intervalMs,
            boolean query,
            String reason,
            String remedy) {
        this.kind = kind;
        this.id = id;
        this.registration = registration;
        this.sample = sample;
        this.intervalMs = intervalMs;
        this.query = query;
        this.reason = reason;
        this.remedy = remedy;
    }

    /** A registration. */
    public static PushMessage register(Registration registration) {
        return new PushMessage(Kind.REGISTER, "", registration, null, 0, false, "", "");
    }

    /**
     * Its acknowledgement.
     *
     * @param id 1 to 64 letters, digits, dots, dashes and underscores
     * @param intervalMs {@link #LEAST_INTERVAL_MS} to {@link #MOST_INTERVAL_MS}
     * @param query true when an update is wanted at once
     * @throws IllegalArgumentException for anything else
     */
    public static PushMessage registered(String id, int intervalMs, boolean query) {
        return answer(Kind.REGISTERED, id, intervalMs, query);
    }

    /** An update with a sample, which is not copied. */
    public static PushMessage update(String id, NodeSample sample) {
        return new PushMessage(Kind.UPDATE, checkedId(id), null, sample, 0, false, "", "");
    }

    /** The answer to an update; the limits are those of {@link #registered}. */
    public static PushMessage updated(String id, int intervalMs, boolean query) {
        return answer(Kind.UPDATED, id, intervalMs, query);
    }

    /** A stop; the reason, for people, may be empty, and is kept on one line of at most 200 characters. */
    public static PushMessage stop(String id, String reason) {
        return new PushMessage(Kind.STOP, checkedId(id), null, null, 0, false, Plain.line(reason), "");
    }

    /** The acknowledgement of a stop. */
    public static PushMessage stopped(String id) {
        return new PushMessage(Kind.STOPPED, checkedId(id), null, null, 0, false, "", "");
    }

    /**
     * The answer to what is not taken: why, and what to do about it, each kept on one line of at most 200 characters.
     */
    public static PushMessage refused(String reason, String remedy) {
        return new PushMessage(Kind.REFUSED, "", null, null, 0, false, Plain.line(reason), Plain.line(remedy));
    }

    /** The message in these octets; null when they are not a message. {@link PushReader} says why. */
    public static @Nullable PushMessage read(byte[] octets, int from, int to) {
        return new PushReader().read(octets, from, to);
    }

    /** Writes the message as JSON. */
    public void write(StringBuilder out) {
        PushWriter.write(this, out);
    }

    public Kind kind() {
        return kind;
    }

    /** The identifier that the dispatcher gave; empty in REGISTER and REFUSED. */
    public String id() {
        return id;
    }

    /**
     * The content of a REGISTER.
     *
     * @throws IllegalStateException in any other message
     */
    public Registration registration() {
        if (registration == null) {
            throw new IllegalStateException(kind + " has no registration");
        }
        return registration;
    }

    /**
     * The content of an UPDATE.
     *
     * @throws IllegalStateException in any other message
     */
    public NodeSample sample() {
        if (sample == null) {
            throw new IllegalStateException(kind + " has no sample");
        }
        return sample;
    }

    /** The interval in REGISTERED and UPDATED; 0 in others. */
    public int intervalMs() {
        return intervalMs;
    }

    /** True when the dispatcher wants an update at once. */
    public boolean query() {
        return query;
    }

    /** The reason, in STOP and REFUSED; may be empty. */
    public String reason() {
        return reason;
    }

    /** The remedy for a REFUSED; may be empty. */
    public String remedy() {
        return remedy;
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        write(out);
        return out.toString();
    }

    private static PushMessage answer(Kind kind, String id, int intervalMs, boolean query) {
        Plain.require(
                intervalMs >= LEAST_INTERVAL_MS && intervalMs <= MOST_INTERVAL_MS,
                "intervalMs",
                intervalMs,
                LEAST_INTERVAL_MS + " to " + MOST_INTERVAL_MS);
        return new PushMessage(kind, checkedId(id), null, null, intervalMs, query, "", "");
    }

    private static String checkedId(String id) {
        Plain.require(Plain.isName(id), "id", id, Plain.NAME_RULE);
        return id;
    }
}
