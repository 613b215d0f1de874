// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import io.evenkeel.dispatcher.log.syslog.SyslogHeader;
import io.evenkeel.dispatcher.log.syslog.SyslogSeverity;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/** A line behind the header of a message of syslog, whose time is the end of the exchange. */
final class SyslogFormat implements LineFormat {

    /** The kind of a message, for receivers that sort by it. */
    private static final String KIND = "access";

    private final LineFormat text;
    private final ClockText clock;
    private final byte[] before;
    private final byte[] after;

    SyslogFormat(LineFormat text, SyslogHeader header, ZoneId zone) {
        this.text = text;
        clock = header.isLocal() ? ClockText.syslog(zone) : ClockText.iso(zone);
        before = header.before(SyslogSeverity.INFORMATIONAL).getBytes(StandardCharsets.US_ASCII);
        after = header.after(KIND).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void write(AccessEntry entry, LineBuffer line) {
        line.plain(before);
        clock.write(entry.startedMs + Math.max(0, entry.totalNs) / 1_000_000, line);
        line.plain(after);
        text.write(entry, line);
    }
}
