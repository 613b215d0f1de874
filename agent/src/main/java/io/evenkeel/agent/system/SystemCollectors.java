// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.system.cgroup.GroupCollectors;
import io.evenkeel.agent.system.proc.ProcCollectors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntSupplier;

/** The collectors that fit the machine. */
public final class SystemCollectors {

    /** Compiled against OSHI, and loaded only where OSHI is. */
    private static final String OSHI_COLLECTOR = "io.evenkeel.agent.system.OshiReading";

    private SystemCollectors() {}

    /** Those for this machine. */
    public static List<Collector> ofThisMachine() {
        Path proc = Path.of("/proc");
        if (Files.isReadable(proc.resolve("stat"))) {
            return ofLinux(proc, Path.of("/sys"), Runtime.getRuntime()::availableProcessors);
        }
        try {
            Class<?> oshi = Class.forName(OSHI_COLLECTOR);
            return Collections.singletonList(
                    (Collector) oshi.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError e) {
            AgentLog.say(
                    "figures of the system come from Java's own bean, which has few; with oshi-core on the class path there are more");
            return Collections.singletonList(new JavaBeanReading());
        }
    }

    /** Those for Linux, with the trees of the kernel's files at these places. */
    static List<Collector> ofLinux(Path proc, Path sys, IntSupplier processors) {
        List<Collector> all = new ArrayList<>(ProcCollectors.of(proc, sys));
        all.addAll(GroupCollectors.of(proc, sys, processors));
        return all;
    }
}
