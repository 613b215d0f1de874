// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The host and the process that write a log, as syslog names them.
 *
 * @param host without blanks, ASCII
 * @param process without blanks, ASCII
 */
public record LogWriter(String host, String process, long pid) {

    private static final int LONGEST = 255;
    private static final Path KERNELS_NAME = Path.of("/proc/sys/kernel/hostname");

    public LogWriter {
        host = word(host, "localhost");
        process = word(process, "evenkeel");
    }

    /**
     * The writer that stands for this process.
     *
     * @param process the name that it goes by
     */
    public static LogWriter here(String process) {
        return new LogWriter(hostName(), process, ProcessHandle.current().pid());
    }

    /** {@code host process[pid]: } with a blank before it; it stands between the time of a line and its text. */
    public String tag() {
        return " " + host + " " + process + "[" + pid + "]: ";
    }

    /** Reads what the kernel says: a name server might have to be asked for anything else. */
    private static String hostName() {
        try {
            return Files.readString(KERNELS_NAME, StandardCharsets.ISO_8859_1).strip();
        } catch (IOException e) {
            String name = System.getenv("HOSTNAME");
            return name == null ? "" : name;
        }
    }

    private static String word(String text, String otherwise) {
        String clean = text.replaceAll("[^!-~]", "");
        return clean.isEmpty() ? otherwise : clean.substring(0, Math.min(clean.length(), LONGEST));
    }
}
