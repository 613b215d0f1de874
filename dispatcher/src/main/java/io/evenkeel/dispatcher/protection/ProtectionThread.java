// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import io.evenkeel.config.ProtectSettings;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** The thread {@code evenkeel-protection}, which looks ten times a second and outlives every failure of a look. */
public final class ProtectionThread implements AutoCloseable {

    private final Protection protection;
    private final EventLogger log;
    private final Thread thread;
    private volatile boolean over;

    private ProtectionThread(Protection protection, EventLogger log) {
        this.protection = protection;
        this.log = log;
        this.thread = new Thread(this::run, "evenkeel-protection");
        thread.setDaemon(true);
    }

    /**
     * Protects the process of an engine, whose intake it becomes.
     *
     * @param buffersUsed octets of buffers outside the heap, below 0 when that is not known
     * @param buffersMost the most there may be
     */
    public static ProtectionThread start(
            Engine engine, ProtectSettings settings, LongSupplier buffersUsed, LongSupplier buffersMost) {
        EventLogger log = engine.events().listener();
        Protection made = new Protection(
                settings, engine.loops(), new OwnProcess(buffersUsed, buffersMost), System::nanoTime, log);
        engine.intake(made);
        ProtectionThread started = new ProtectionThread(made, log);
        started.thread.start();
        return started;
    }

    /** The protection that it looks for. */
    public Protection protection() {
        return protection;
    }

    private void run() {
        while (!over) {
            try {
                look();
            } catch (OutOfMemoryError e) {
                // not even that could be said; the next look says it
            }
            LockSupport.parkNanos(Protection.LOOK_NS);
        }
    }

    private void look() {
        try {
            protection.look(System.nanoTime());
        } catch (OutOfMemoryError e) {
            protection.starved(System.nanoTime());
        } catch (RuntimeException | LinkageError e) {
            if (!over) {
                log.error("a look at the resources of the process failed", e);
            }
        }
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
    }
}
