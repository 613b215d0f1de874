// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Cluster;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives messages their turns on {@code evenkeel-mcmp}, in the order in which they came. A message that needs a name
 * server or a node has a second turn: the question is asked on another thread.
 *
 * <p>Answers each message once, unless the dispatcher ends first. Threads: any may submit.
 */
final class MessageTurns implements AutoCloseable {

    private static final long IDLE_S = 30;
    private static final McmpAnswer FAILED = McmpAnswer.refused(McmpException.later("an error of the dispatcher"));

    /** The work on messages, once they are read. */
    private final Answering answering;

    private final ServerRegistry registry;
    private final Map<String, Roster> rosters;
    private final EventLog events;
    private final Outside outside;
    private final WaitingMessages waiting = new WaitingMessages();
    private final MessageCounts counts = new MessageCounts();
    private final ThreadPoolExecutor thread;

    MessageTurns(
            Answering answering,
            ServerRegistry registry,
            Map<String, Roster> rosters,
            EventLog events,
            Outside outside) {
        this.answering = answering;
        this.registry = registry;
        this.rosters = rosters;
        this.events = events;
        this.outside = outside;
        thread = new ThreadPoolExecutor(
                1, 1, IDLE_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), MessageTurns::thread);
        thread.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread made = new Thread(work, "evenkeel-mcmp");
        made.setDaemon(true);
        return made;
    }

    /** A message on its way, and the one to whom its answer goes. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Waiting(
            Arrival arrival,
            String cluster,
            String method,
            String target,
            byte[] body,
            Consumer<McmpAnswer> then,
            AtomicBoolean answered) {}

    /** A step of a message; null when there is no answer yet. */
    private interface Step {

        @Nullable
        McmpAnswer take() throws McmpException;
    }

    MessageCounts counts() {
        return counts;
    }

    /** Does something between two messages. */
    void between(Runnable work) {
        thread.execute(work);
    }

    void submit(Arrival arrival, String cluster, String method, String target, byte[] body, Consumer<McmpAnswer> then) {
        if (!waiting.enter(arrival.peer().address())) {
            McmpAnswer busy = McmpAnswer.refused(McmpException.later("too many messages wait here; try again"));
            counts.count(McmpCommand.of(method), busy);
            then.accept(busy);
            return;
        }
        Waiting message = new Waiting(arrival, cluster, method, target, body, then, new AtomicBoolean());
        turn(message, () -> first(message));
    }

    private void turn(Waiting message, Step step) {
        try {
            thread.execute(() -> step(message, step));
        } catch (RejectedExecutionException e) {
            answer(message, McmpAnswer.refused(McmpException.later("the dispatcher is about to end")));
        } catch (RuntimeException | Error e) {
            answer(message, FAILED);
            events.node().error("a message of a server that registers gets no turn", e);
        }
    }

    /** Takes a step, and makes an answer of everything that goes wrong in it. */
    private void step(Waiting message, Step step) {
        McmpAnswer answer;
        try {
            answer = step.take();
        } catch (McmpException e) {
            answer = McmpAnswer.refused(e);
        } catch (IllegalStateException e) {
            answer = McmpAnswer.refused(McmpException.later(String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            // Answered first: a lack of memory may end the rest.
            answer(message, FAILED);
            events.node().error("a message of a server that registers failed", e);
            return;
        }
        if (answer != null) {
            answer(message, answer);
        }
    }

    private @Nullable McmpAnswer first(Waiting message) throws McmpException {
        McmpMessage read = McmpReader.read(message.method(), message.target(), message.body());
        Supplier<OutsideAnswer> question =
                answering.question(read, cluster(message), roster(message), message.arrival(), outside.patienceNs());
        if (question == null) {
            return last(message, read, OutsideAnswer.NOTHING);
        }
        try {
            outside.ask(
                    message.arrival().peer().address(),
                    question,
                    found -> turn(message, () -> last(message, read, found)));
        } catch (RejectedExecutionException e) {
            throw McmpException.later("the dispatcher is about to end");
        }
        return null;
    }

    private McmpAnswer last(Waiting message, McmpMessage read, OutsideAnswer found) throws McmpException {
        return McmpAnswer.ok(answering.text(read, cluster(message), roster(message), message.arrival(), found));
    }

    private Cluster cluster(Waiting message) throws McmpException {
        return there(message, registry.clusters().get(message.cluster()));
    }

    private Roster roster(Waiting message) throws McmpException {
        return there(message, rosters.get(message.cluster()));
    }

    private static <T> T there(Waiting message, @Nullable T found) throws McmpException {
        if (found == null) {
            throw McmpException.later("cluster " + message.cluster() + " takes no servers now");
        }
        return found;
    }

    private void answer(Waiting message, McmpAnswer answer) {
        if (!message.answered().compareAndSet(false, true)) {
            return;
        }
        waiting.leave(message.arrival().peer().address());
        message.then().accept(answer);
        McmpCommand command = McmpCommand.of(message.method());
        counts.count(command, answer);
        if (answer.error() != null) {
            events.node()
                    .debug(() -> "a message " + (command == null ? "" : command.method() + " ") + "for cluster "
                            + message.cluster() + " is refused: " + answer.text());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        outside.close();
    }
}
