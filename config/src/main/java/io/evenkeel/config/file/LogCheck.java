// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.SyslogAddress;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the places of logs beside files: the Unix sockets of receivers of syslog. */
final class LogCheck {

    private final Problems problems;

    LogCheck(Problems problems) {
        this.problems = problems;
    }

    /** The sections of logs: that of the event log, and that of the access log when there is one. */
    static List<ParsedSection> logs(ParsedSection file) {
        List<ParsedSection> logs = new ArrayList<>();
        ParsedSection log = file.block("log");
        if (log != null) {
            logs.add(log);
            ParsedSection access = log.block("access");
            if (access != null) {
                logs.add(access);
            }
        }
        return logs;
    }

    /** The address of the receiver that a log goes to; null when there is none, or a wrong one. */
    static @Nullable SyslogAddress receiver(ParsedSection log) {
        ParsedSection syslog = log.block("syslog");
        return syslog == null ? null : syslog.find("address", SyslogAddress.class);
    }

    /** Checks what the text itself says. */
    void check(ParsedSection file) {
        for (ParsedSection log : logs(file)) {
            if (log.gives("syslog") && log.gives("rotate") && !log.gives("file")) {
                problems.warning(
                        log.keyPlace("rotate"),
                        "'rotate' does nothing, because this log goes to a receiver of syslog",
                        "remove it, or name a 'file' that lines go to as well");
            }
        }
    }

    /** Checks the sockets outside the text. A receiver may start later, so one that is not there is no error. */
    void sockets(ParsedSection file) {
        for (ParsedSection log : logs(file)) {
            SyslogAddress receiver = receiver(log);
            String path = receiver == null ? null : receiver.path();
            if (path != null) {
                socket(log, path);
            }
        }
    }

    private void socket(ParsedSection log, String named) {
        ParsedSection syslog = log.section("syslog");
        Path path;
        try {
            path = Path.of(named);
        } catch (InvalidPathException e) {
            problems.error(syslog.placeOf("address"), named + " is not a path", null);
            return;
        }
        if (!Files.exists(path)) {
            problems.warning(
                    syslog.placeOf("address"),
                    "there is no socket " + named + " now, so lines wait, and those beyond 1 MB are lost",
                    "start the receiver (rsyslog, syslog-ng or systemd-journald); in a container, mount its socket");
        } else if (!isSocket(path)) {
            problems.error(
                    syslog.placeOf("address"),
                    named + " is not a socket",
                    "name the socket of the receiver, such as unix:/dev/log, or set 'file' for a file");
        } else if (!Files.isWritable(path)) {
            problems.error(
                    syslog.placeOf("address"),
                    "the socket " + named + " cannot be written: permission denied",
                    "let the user of this process write to it");
        }
    }

    private static boolean isSocket(Path path) {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isOther();
        } catch (IOException wentAway) {
            return true;
        }
    }
}
