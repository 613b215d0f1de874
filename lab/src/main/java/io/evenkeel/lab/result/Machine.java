// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.result;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The machine that a result comes from.
 *
 * @param memoryMb physical memory; 0 when it is not known
 * @param loadAverage of the last minute when the run began; negative when it is not known
 */
public record Machine(int processors, String processor, long memoryMb, String system, String java, double loadAverage) {

    private static final long KB_PER_MB = 1024;

    /** The state of this machine now. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                line("/proc/cpuinfo", "model name"),
                kilobytes(line("/proc/meminfo", "MemTotal")) / KB_PER_MB,
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** The text that follows a word in a file of the kernel's; empty on other systems. */
    private static String line(String file, String word) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.startsWith(word))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private static long kilobytes(String text) {
        String digits = text.replaceAll("[^0-9]", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    /** One line for people. */
    public String text() {
        return String.format(
                Locale.ROOT,
                "%d processors%s, %.1f GB, %s, Java %s",
                processors,
                processor.isEmpty() ? "" : " (" + processor + ")",
                memoryMb / 1024.0,
                system,
                java);
    }
}
