// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edge.login;

import io.evenkeel.dispatcher.edge.login.LoginRule.LoginAnswer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The threads that check proofs: half as many as there are processors for each kind, so that the loops keep the others,
 * or one where checks take much memory, and a bounded number of checks that wait. They are shared by all rules, and end
 * by themselves when there is nothing to do. An executor throws {@link java.util.concurrent.RejectedExecutionException}
 * when too many checks wait.
 */
final class CheckThreads {

    private static final int THREADS = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    /** Threads for passwords, which take tens of milliseconds each. */
    static final Executor PASSWORDS = executor("password-check", THREADS, 64);

    /** The one thread for passwords whose check takes megabytes, of which the heap has room for one. */
    static final Executor ARGON2_PASSWORDS = executor("argon2-check", 1, 64);

    /** Threads for signatures, which take tens of microseconds each. */
    static final Executor SIGNATURES = executor("signature-check", THREADS, 4096);

    private CheckThreads() {}

    /** A check that always comes to an answer: {@link LoginAnswer#BUSY} when it fails. */
    static Runnable answering(Supplier<LoginAnswer> check, Consumer<LoginAnswer> later) {
        return () -> {
            LoginAnswer answer = LoginAnswer.BUSY;
            try {
                answer = check.get();
            } finally {
                later.accept(answer);
            }
        };
    }

    private static Executor executor(String name, int threads, int mostWaiting) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(mostWaiting), task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
