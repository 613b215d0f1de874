// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.NodeSample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Trees of files as the kernel shows them, and the collectors that read them. */
final class FakeMachine {

    private final Path root;
    private final NodeSample sample = new NodeSample();
    private List<Collector> collectors = List.of();
    private long nowNs = 42;

    FakeMachine(Path root) {
        this.root = root;
    }

    /** Writes a file, in place as the kernel does, so that a reader that has it open sees it change. */
    FakeMachine file(String path, String... lines) {
        Path file = root.resolve(path);
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, String.join("\n", lines) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    FakeMachine directory(String path) {
        try {
            Files.createDirectories(root.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Makes a descriptor of this process that is the socket with this inode. */
    FakeMachine socket(int descriptor, int inode) {
        directory("proc/self/fd");
        try {
            Files.createSymbolicLink(root.resolve("proc/self/fd/" + descriptor), Path.of("socket:[" + inode + "]"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** A sample, this long after the last one; the agent's own port is 9797. */
    NodeSample after(int seconds) {
        if (collectors.isEmpty()) {
            collectors = SystemCollectors.ofLinux(root.resolve("proc"), root.resolve("sys"), () -> 4);
        }
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
        sample.clear();
        sample.agentPort(9_797);
        try {
            for (Collector collector : collectors) {
                collector.collect(sample, nowNs);
            }
        } catch (Exception e) {
            throw new AssertionError("a collector must not throw", e);
        }
        return sample;
    }

    void close() {
        collectors.forEach(Collector::close);
    }
}
