// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

/**
 * A number of Java's operating system bean that only {@code com.sun.management} has, asked for without a link to that
 * package: module systems of app servers do not show it to applications.
 *
 * <p>Asks the bean itself and no MBean server, so it is safe before the server has started. No garbage of its own.
 */
public final class OperatingSystemBean {

    private static final String EXTENDED = "com.sun.management.OperatingSystemMXBean";

    private final @Nullable MethodHandle number;

    private OperatingSystemBean(@Nullable MethodHandle number) {
        this.number = number;
    }

    /** Finds the first of these attributes that this Java has, such as {@code ProcessCpuTime}, whose type is long. */
    public static OperatingSystemBean number(String... attributes) {
        return new OperatingSystemBean(first(long.class, attributes));
    }

    /** The same for attributes of type double, such as {@code CpuLoad}. */
    public static OperatingSystemBean share(String... attributes) {
        return new OperatingSystemBean(first(double.class, attributes));
    }

    /** The value; -1 when it is not to be had. */
    public long number() {
        MethodHandle handle = number;
        if (handle == null) {
            return -1;
        }
        try {
            return (long) handle.invokeExact();
        } catch (Throwable e) {
            return -1;
        }
    }

    /** The value; NaN when it is not to be had. */
    public double share() {
        MethodHandle handle = number;
        if (handle == null) {
            return Double.NaN;
        }
        try {
            double value = (double) handle.invokeExact();
            return value < 0 ? Double.NaN : value;
        } catch (Throwable e) {
            return Double.NaN;
        }
    }

    private static @Nullable MethodHandle first(Class<?> type, String... attributes) {
        for (String attribute : attributes) {
            MethodHandle found = find(attribute, type);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable MethodHandle find(String attribute, Class<?> type) {
        try {
            OperatingSystemMXBean bean = ManagementFactory.getOperatingSystemMXBean();
            Class<?> extended = Class.forName(EXTENDED, false, ClassLoader.getPlatformClassLoader());
            if (!extended.isInstance(bean)) {
                return null;
            }
            return MethodHandles.publicLookup()
                    .findVirtual(extended, "get" + attribute, MethodType.methodType(type))
                    .bindTo(bean);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null;
        }
    }
}
