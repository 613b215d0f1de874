// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.dispatcher.log.output.JournalStream;
import io.evenkeel.dispatcher.log.syslog.SyslogSeverity;
import java.time.ZoneId;

/** Standard error of the process. Where it is systemd's journal, each line begins with its severity, {@code <4>}. */
final class EventStream implements EventTarget {

    private static final boolean JOURNAL = JournalStream.isStandardError();

    @Override
    public void write(Event event) {
        System.err.print(lines(event, ZoneId.systemDefault(), JOURNAL));
        System.err.flush();
    }

    /** The lines of an event; the journal takes each by itself, those of a stack trace, too. */
    static String lines(Event event, ZoneId zone, boolean journal) {
        String lines = event.line(zone);
        if (!journal) {
            return lines;
        }
        String severity = "<" + SyslogSeverity.of(event.level()).code() + ">";
        StringBuilder marked = new StringBuilder(lines.length() + 32);
        lines.lines().forEach(line -> marked.append(severity).append(line).append('\n'));
        return marked.toString();
    }
}
