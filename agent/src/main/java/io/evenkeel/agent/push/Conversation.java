// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.push;

import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.PushMessage.Kind;
import java.io.IOException;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/**
 * The state of an agent's conversation with a dispatcher, and its next message. For one thread.
 *
 * <p>Not registered: it registers. Registered: it sends an update each interval that the dispatcher has named, and at
 * once when it is asked. A refused update means that the dispatcher does not know it any more, after a restart say, and
 * it registers again. After a failure it waits, a second at first and up to a minute, each time between half and all of
 * it by chance, so that the agents of a cluster do not come at once. A fault of this program or of Java's HTTP counts
 * as a failure, too: what it was may be over by the next step, and a node that is silent for good gets no tasks.
 */
final class Conversation {

    private static final int FIRST_PAUSE_MS = 1_000;
    private static final int LONGEST_PAUSE_MS = 60_000;

    /** Sends a message and gives its answer. */
    interface MessageSender {
        PushMessage send(String message) throws IOException;
    }

    private final MessageSender line;
    private final Function<String, String> updates;
    private final String registration;
    private final DoubleSupplier chance;

    private String id = "";
    private int intervalMs;
    private int pauseMs = FIRST_PAUSE_MS;
    private boolean refusedBefore;

    /**
     * @param registration the message that registers
     * @param updates makes the message with the newest sample for an identifier
     * @param chance number from 0.0 to 1.0
     */
    Conversation(MessageSender line, String registration, Function<String, String> updates, DoubleSupplier chance) {
        this.line = line;
        this.registration = registration;
        this.updates = updates;
        this.chance = chance;
    }

    /** Says what is next; how many milliseconds to wait before the next step. */
    long step() {
        return id.isEmpty() ? register() : update();
    }

    /** Says stop, if the dispatcher knows us; true when it has acknowledged that. */
    boolean stop(MessageSender lastLine) {
        if (id.isEmpty()) {
            return false;
        }
        StringBuilder out = new StringBuilder();
        PushMessage.stop(id, "the agent ends").write(out);
        id = "";
        try {
            return lastLine.send(out.toString()).kind() == Kind.STOPPED;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    boolean isRegistered() {
        return !id.isEmpty();
    }

    private long register() {
        try {
            PushMessage answer = line.send(registration);
            if (answer.kind() != Kind.REGISTERED) {
                return failed("was not registered", refusal(answer));
            }
            id = answer.id();
            pauseMs = FIRST_PAUSE_MS;
            AgentLog.say("is registered as " + id + ", to send a sample every " + answer.intervalMs() + " ms");
            return next(answer);
        } catch (IOException | RuntimeException e) {
            return failed("could not register", AgentLog.told(e));
        }
    }

    private long update() {
        try {
            PushMessage answer = line.send(updates.apply(id));
            if (answer.kind() == Kind.UPDATED) {
                refusedBefore = false;
                pauseMs = FIRST_PAUSE_MS;
                return next(answer);
            }
            id = "";
            boolean hasty = refusedBefore;
            refusedBefore = true;
            return hasty ? failed("was refused", refusal(answer)) : 0;
        } catch (IOException | RuntimeException e) {
            return failed("could not send its sample", AgentLog.told(e));
        }
    }

    private long next(PushMessage answer) {
        intervalMs = answer.intervalMs();
        return answer.query() ? PushMessage.LEAST_INTERVAL_MS : intervalMs;
    }

    private long failed(String what, String why) {
        AgentLog.sayOnce(what + " with the dispatcher (" + why + "); it goes on trying");
        long wait = Math.round(pauseMs * (0.5 + chance.getAsDouble() / 2));
        pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs);
        return wait;
    }

    private static String refusal(PushMessage answer) {
        return answer.kind() == Kind.REFUSED
                ? answer.reason() + "; " + answer.remedy()
                : "its answer is " + answer.kind();
    }
}
