// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Fills the thread that checks passwords, and all places before it, until it is closed. */
public final class HeldPasswords implements AutoCloseable {

    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Thread> waiting = new ArrayList<>();

    public HeldPasswords() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        hold(begun);
        begun.await();
        for (int place = 0; place < Passwords.MOST_WAITING; place++) {
            hold(begun);
        }
        while (waiting.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
            Thread.onSpinWait();
        }
    }

    private void hold(CountDownLatch begun) {
        Thread thread = new Thread(() -> Passwords.alone(() -> {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "";
        }));
        thread.start();
        waiting.add(thread);
    }

    @Override
    public void close() throws InterruptedException {
        end.countDown();
        for (Thread thread : waiting) {
            thread.join();
        }
    }
}
