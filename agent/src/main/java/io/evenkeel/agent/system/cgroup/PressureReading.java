// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.cgroup;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.agent.system.proc.ProcFile;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;

/**
 * The share of the last 10 seconds in which some task waited: pressure stall information of the control group, or else
 * of the machine.
 */
final class PressureReading implements Collector {

    private static final byte[] SOME = ProcFile.label("some avg10=");

    private static final String[] KINDS = {"cpu", "io", "memory"};
    private static final Metric[] METRICS = {
        Metric.OS_PSI_CPU_PERCENT, Metric.OS_PSI_IO_PERCENT, Metric.OS_PSI_MEM_PERCENT
    };

    private final ProcFile[] ofGroup = new ProcFile[KINDS.length];
    private final ProcFile[] ofMachine = new ProcFile[KINDS.length];

    PressureReading(Path proc, ControlGroups groups) {
        for (int i = 0; i < KINDS.length; i++) {
            ofGroup[i] = new ProcFile(groups.unified().resolve(KINDS[i] + ".pressure"));
            ofMachine[i] = new ProcFile(proc.resolve("pressure").resolve(KINDS[i]));
        }
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        for (int i = 0; i < KINDS.length; i++) {
            ProcFile file = ofGroup[i].load() ? ofGroup[i] : ofMachine[i];
            if ((file == ofGroup[i] || file.load()) && file.seek(SOME)) {
                into.set(METRICS[i], file.decimal());
            }
        }
    }

    @Override
    public void close() {
        for (int i = 0; i < KINDS.length; i++) {
            ofGroup[i].close();
            ofMachine[i].close();
        }
    }
}
