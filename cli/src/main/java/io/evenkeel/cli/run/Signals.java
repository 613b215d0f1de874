// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Signals of the operating system.
 *
 * <p>Java has no standard way to receive them; {@code sun.misc.Signal} of the module jdk.unsupported is in every JDK.
 * It is called by reflection because javac warns about its name, and warnings are errors here.
 */
public final class Signals {

    private Signals() {}

    /**
     * Runs an action at each signal from now on, on a new thread each time.
     *
     * @param name without SIG, as HUP
     * @return false when it will never arrive: this system has no such signal, the JVM keeps it for itself, or the
     *     process was started with it ignored, as nohup and background jobs of scripts do
     */
    public static boolean on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object running = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(),
                    new Class<?>[] {handler},
                    (proxy, method, arguments) -> answer(proxy, method, arguments, action));
            Method handle = signal.getMethod("handle", signal, handler);
            Object heard = signal.getConstructor(String.class).newInstance(name);
            Object ignoring = handler.getField("SIG_IGN").get(null);
            handle.invoke(null, heard, running);
            // the JVM leaves HUP, INT and TERM ignored where they are: then the handler before this call is no other
            Object inForce = handle.invoke(null, heard, running);
            return !Objects.equals(inForce, ignoring);
        } catch (InvocationTargetException e) {
            return false;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java has no sun.misc.Signal", e);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the meaning of equals for a handler
    private static @Nullable Object answer(Object proxy, Method method, Object[] arguments, Runnable action) {
        return switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "handler " + action;
            default -> {
                action.run();
                yield null;
            }
        };
    }
}
