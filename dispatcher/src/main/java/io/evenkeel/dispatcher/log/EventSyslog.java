// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log;

import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.log.syslog.SyslogHeader;
import io.evenkeel.dispatcher.log.syslog.SyslogSender;
import io.evenkeel.dispatcher.log.syslog.SyslogSeverity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/**
 * A receiver of syslog, to which each event is one message; its kind is the area. What goes wrong is said on standard
 * error.
 */
final class EventSyslog implements EventTarget {

    private final SyslogHeader header;
    private final SyslogSender sender;

    /** @throws IOException when there is no such way from here, with the remedy */
    EventSyslog(SyslogSettings settings) throws IOException {
        header = SyslogHeader.of(settings);
        sender = SyslogSender.open(settings, "the event log", "log.syslog", EventFile::say, EventFile::say);
    }

    @Override
    public void write(Event event) {
        byte[] message = header.message(
                        SyslogSeverity.of(event.level()),
                        event.atMs(),
                        ZoneId.systemDefault(),
                        event.area().label(),
                        event.text())
                .getBytes(StandardCharsets.UTF_8);
        sender.add(message, message.length);
    }

    @Override
    public long lost() {
        return sender.lost();
    }

    @Override
    public void reopen() {
        sender.reopen();
    }

    @Override
    public void close() {
        sender.close();
    }
}
