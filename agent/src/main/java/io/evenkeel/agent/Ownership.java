// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.MBeanAccess;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.settings.AgentOptions;
import org.jspecify.annotations.Nullable;

/**
 * The claim of a class loader to own the agent of the JVM: a thread that waits for the permit of the
 * {@link JvmSharedState}, works while it has it and gives it on when the last user leaves. After an error of the
 * virtual machine, a full heap say, the work begins again; a thread that has ended otherwise is replaced for the next
 * user.
 */
final class Ownership {

    private static final long PATIENCE_MS = 3_000;
    private static final long RECOVERY_MS = 5_000;

    private static @Nullable Ownership current;

    private final Thread thread;
    private int users;
    private volatile boolean isLeft;

    private Ownership(AgentOptions settings) {
        thread = new Thread(() -> ownInTurn(settings), "evenkeel-agent");
        thread.setDaemon(true);
        thread.setContextClassLoader(Ownership.class.getClassLoader());
    }

    /** Counts one user more, and starts to wait for the permit with the first. */
    static synchronized Ownership join(AgentOptions settings) {
        Ownership ownership = current;
        if (ownership == null || !ownership.thread.isAlive()) {
            ownership = new Ownership(settings);
            current = ownership;
            ownership.thread.start();
        }
        ownership.users++;
        return ownership;
    }

    /** Counts one user less, and gives the permit on with the last. */
    void leave() {
        synchronized (Ownership.class) {
            if (--users > 0) {
                return;
            }
            if (current == this) {
                current = null;
            }
        }
        isLeft = true;
        thread.interrupt();
        try {
            thread.join(PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void ownInTurn(AgentOptions settings) {
        JvmSharedState shared;
        try {
            MBeanAccess.await();
            shared = JvmSharedState.ofThisJvm();
            shared.owner().acquire();
        } catch (InterruptedException e) {
            return;
        }
        try {
            work(shared, settings);
        } catch (Throwable failure) {
            AgentLog.say("has ended (" + AgentLog.told(failure) + ")");
            throw failure;
        } finally {
            shared.owner().release();
        }
    }

    private void work(JvmSharedState shared, AgentOptions settings) {
        boolean again = true;
        while (again && !isLeft) {
            again = false;
            try {
                new RunningAgent(shared, settings).run();
            } catch (VirtualMachineError e) {
                again = recovers();
            }
        }
    }

    /** Rests until the application may have got over it; false when the last user left. */
    private boolean recovers() {
        try {
            Thread.sleep(RECOVERY_MS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
