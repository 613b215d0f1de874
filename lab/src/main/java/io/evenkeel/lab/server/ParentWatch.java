// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * The first main class of every child process: ends the process when its parent is gone, then runs the program proper.
 *
 * <p>The parent holds the other end of standard input and never writes. When the parent ends, also by {@code kill -9},
 * the kernel closes that end and reading returns. Ctrl-C in a terminal reaches children too; they leave it to the
 * parent to say when they stop. This class stands alone on the child's class path, so it uses nothing but the JDK.
 */
public final class ParentWatch {

    private static final long LONGEST_STOP_MS = 10_000;

    private ParentWatch() {}

    /**
     * Runs a program under the watch.
     *
     * @param args name of the program's main class, then its arguments
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        leaveInterruptsToTheParent();
        InputStream parent = System.in;
        System.setIn(InputStream.nullInputStream()); // GlassFish would wait for a line of it
        Thread watch = new Thread(() -> endWithParent(parent), "parent-watch");
        watch.setDaemon(true);
        watch.start();
        Method program = Class.forName(args[0]).getMethod("main", String[].class);
        program.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
    }

    private static void endWithParent(InputStream parent) {
        try {
            while (parent.read() >= 0) {}
        } catch (IOException closed) {
            // The parent counts as gone then.
        }
        Thread last = new Thread(ParentWatch::haltIfStopHangs, "parent-watch-halt");
        last.setDaemon(true);
        last.start();
        System.exit(0);
    }

    private static void haltIfStopHangs() {
        try {
            Thread.sleep(LONGEST_STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    /**
     * Uses reflection because {@code sun.misc.Signal} is outside the Java platform's API; without it only the order of
     * the stops is lost.
     */
    private static void leaveInterruptsToTheParent() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            signal.getMethod("handle", signal, handler)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance("INT"),
                            handler.getField("SIG_IGN").get(null));
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            System.err.println("parent-watch: this JVM does not let programs ignore interrupts: " + e);
        }
    }
}
