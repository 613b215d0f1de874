// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The directories of this process's control groups, of version 2, version 1 or both.
 *
 * <p>{@code /proc/self/cgroup} names them; in a container that does not hide the names of its host those directories
 * are not there, and the container's own group is mounted.
 */
final class ControlGroups {

    private final Path mounts;
    private final List<String> lines;

    ControlGroups(Path proc, Path mounts) {
        this.mounts = mounts;
        this.lines = lines(proc.resolve("self/cgroup"));
    }

    /** The process's group of version 2; there need not be such a directory. */
    Path unified() {
        return unifiedUpwards().get(0);
    }

    /** The process's group of version 2 and those above it. */
    List<Path> unifiedUpwards() {
        boolean alone = Files.exists(mounts.resolve("cgroup.controllers"));
        return upwards(alone ? mounts : mounts.resolve("unified"), named(""));
    }

    /**
     * The process's group of a controller of version 1, such as {@code memory}, and those above it; empty when it is
     * not mounted.
     */
    List<Path> upwards(String controller) {
        for (String mounted : Arrays.asList(controller, "cpu,cpuacct", "cpuacct,cpu")) {
            Path mount = mounts.resolve(mounted);
            boolean holdsIt = Arrays.asList(mounted.split(",", -1)).contains(controller);
            if (holdsIt && Files.isDirectory(mount) && !Files.exists(mounts.resolve("cgroup.controllers"))) {
                return upwards(mount, named(controller));
            }
        }
        return Collections.emptyList();
    }

    private static List<Path> upwards(Path mount, String name) {
        Path inner = mount.resolve(name.replaceFirst("^/+", "")).normalize();
        List<Path> groups = new ArrayList<>();
        if (inner.startsWith(mount) && Files.isDirectory(inner)) {
            for (Path group = inner; group != null && !group.equals(mount); group = group.getParent()) {
                groups.add(group);
            }
        }
        groups.add(mount);
        return groups;
    }

    /** The name of the process's group in the hierarchy of a controller; the empty one is version 2. */
    private String named(String controller) {
        for (String line : lines) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && Arrays.asList(parts[1].split(",", -1)).contains(controller)) {
                return parts[2];
            }
        }
        return "/";
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return Collections.emptyList();
        }
    }
}
