// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.push;

import io.evenkeel.dispatcher.monitor.push.PushMessages;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way: collected as it comes, without a thread, for {@value #MOST_MS} ms at most. Threads: those of
 * the server and its timer, under this object's lock.
 */
final class PushReading implements Runnable {

    static final int MOST_MS = 2_000;

    /** The time for which a message of a stranger may be under way while others of the same address come. */
    static final int HURRIED_MS = 250;

    private static final int LONGEST = PushMessages.MOST_OCTETS;

    private final Request request;
    private final PushAnswer answer;
    private final Runnable late;
    private final Consumer<byte[]> whole;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final long beganNs = System.nanoTime();
    private Scheduler.@Nullable Task timer;
    private Runnable then = () -> {};
    private boolean over;

    /**
     * Not yet begun.
     *
     * @param late called when the message does not come in time or as a whole
     * @param whole takes the message
     */
    PushReading(Request request, PushAnswer answer, Runnable late, Consumer<byte[]> whole) {
        this.request = request;
        this.answer = answer;
        this.late = late;
        this.whole = whole;
    }

    /** Called once, when the message is there or given up. */
    synchronized void whenOver(Runnable task) {
        then = task;
    }

    void begin() {
        if (request.getLength() > LONGEST) {
            end(this::tooLong);
            return;
        }
        expectWithin(MOST_MS);
        run();
    }

    /** Gives it {@value #HURRIED_MS} ms in all, so that others can come. */
    void hurry() {
        long sofarMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
        expectWithin(Math.max(0, HURRIED_MS - sofarMs));
    }

    private synchronized void expectWithin(long ms) {
        if (over) {
            return;
        }
        if (timer != null) {
            timer.cancel();
        }
        timer = request.getComponents().getScheduler().schedule(this::giveUp, ms, TimeUnit.MILLISECONDS);
    }

    private void giveUp() {
        end(() -> {
            late.run();
            answer.refuse(408, "the message did not come in time", "Send it in one piece.");
        });
    }

    @Override
    public synchronized void run() {
        while (!over) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                end(() -> {
                    late.run();
                    answer.refuse(400, "the message ended early", "Send as many bytes as its head says.");
                });
                return;
            }
            byte[] part = new byte[chunk.remaining()];
            chunk.get(part, 0, part.length);
            boolean last = chunk.isLast();
            chunk.release();
            body.write(part, 0, part.length);
            if (body.size() > LONGEST) {
                end(this::tooLong);
            } else if (last) {
                end(this::bring);
            }
        }
    }

    private void bring() {
        try {
            whole.accept(body.toByteArray());
        } catch (RejectedExecutionException e) {
            answer.refuse(503, "the admin server has too much to do", "Send it again in a second.");
        }
    }

    private void tooLong() {
        answer.refuse(413, "the message is longer than " + LONGEST + " bytes", "Send one sample only.");
    }

    private synchronized void end(Runnable what) {
        if (over) {
            return;
        }
        over = true;
        if (timer != null) {
            timer.cancel();
        }
        then.run();
        what.run();
    }
}
