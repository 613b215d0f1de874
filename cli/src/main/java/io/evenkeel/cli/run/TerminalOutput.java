// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import java.io.PrintWriter;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lines for the terminal or the journal, in the order in which they are said. Who says one waits until it is written,
 * so that the last one is not lost at the end, but not for long: a terminal or a pipe that nobody reads stops every
 * writer, and must not keep a process from its end.
 *
 * <p>While a line is stuck, later ones wait for it, {@value #MOST_WAITING} at most, and nobody waits for them. Threads:
 * any; one daemon thread writes, and ends when nothing was said for a while.
 */
final class TerminalOutput {

    private static final int MOST_WAITING = 1_000;
    private static final long KEEP_S = 1;

    private final PrintWriter out;
    private final long patienceMs;
    private final ThreadPoolExecutor writer;
    private volatile boolean isStuck;

    /** @param patienceMs the longest wait for a line */
    TerminalOutput(PrintWriter out, long patienceMs) {
        this.out = out;
        this.patienceMs = patienceMs;
        writer = new ThreadPoolExecutor(
                1, 1, KEEP_S, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), work -> {
                    Thread made = new Thread(work, "evenkeel-terminal");
                    made.setDaemon(true);
                    return made;
                });
        writer.allowCoreThreadTimeOut(true);
    }

    /** Writes a line as it is. */
    void line(Object line) {
        Future<?> written;
        try {
            written = writer.submit(() -> {
                out.println(line);
                isStuck = false;
            });
        } catch (RejectedExecutionException full) {
            return;
        }
        if (!isStuck) {
            await(written);
        }
    }

    private void await(Future<?> written) {
        try {
            written.get(patienceMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            isStuck = true;
            if (written.isDone()) {
                isStuck = false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a line could not be written", e);
        }
    }

    /** Writes a sentence of the program. */
    void say(String sentence) {
        line("evenkeel: " + sentence);
    }
}
