// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.config.SyslogFacility;
import io.evenkeel.config.SyslogForm;
import io.evenkeel.config.SyslogSettings;
import io.evenkeel.dispatcher.log.output.LogWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The header of messages: that of RFC 5424 §6.2 with nil structured data, or the local one, which has no host, since
 * the receiver knows it. Any thread.
 */
public final class SyslogHeader {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", Locale.ROOT);
    private static final DateTimeFormatter LOCAL_TIME = DateTimeFormatter.ofPattern("MMM ppd HH:mm:ss", Locale.ENGLISH);

    /** The mark of UTF-8, which RFC 5424 §6.4 wants before a text of it; a text of ASCII needs none. */
    private static final char MARK = '\ufeff';

    private final boolean local;
    private final SyslogFacility facility;
    private final LogWriter writer;

    SyslogHeader(SyslogForm form, SyslogFacility facility, LogWriter writer) {
        this.local = form == SyslogForm.LOCAL;
        this.facility = facility;
        this.writer = writer;
    }

    /** The header that settings want, with the name of this host and the number of this process. */
    public static SyslogHeader of(SyslogSettings settings) {
        return new SyslogHeader(settings.header(), settings.facility(), LogWriter.here(settings.appName()));
    }

    /** True for the local form, whose time is {@code Nov 21 04:05:06}; the other's is that of ISO 8601. */
    public boolean isLocal() {
        return local;
    }

    /** The part before the time: priority and, with RFC 5424, the version. */
    public String before(SyslogSeverity severity) {
        return "<" + (8 * facility.code() + severity.code()) + ">" + (local ? "" : "1 ");
    }

    /**
     * The part behind the time, up to the text.
     *
     * @param kind the kind of the message, a word of ASCII with at most 32 letters
     */
    public String after(String kind) {
        return local
                ? " " + writer.process() + "[" + writer.pid() + "]: "
                : " " + writer.host() + " " + writer.process() + " " + writer.pid() + " " + kind + " - ";
    }

    /** A whole message. */
    public String message(SyslogSeverity severity, long atMs, ZoneId zone, String kind, String text) {
        StringBuilder message = new StringBuilder(text.length() + 100).append(before(severity));
        (local ? LOCAL_TIME : TIME).formatTo(Instant.ofEpochMilli(atMs).atZone(zone), message);
        message.append(after(kind));
        if (!local && text.chars().anyMatch(c -> c > 0x7f)) {
            message.append(MARK);
        }
        return message.append(text).toString();
    }
}
