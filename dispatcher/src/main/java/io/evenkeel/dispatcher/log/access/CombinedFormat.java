// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.time.ZoneId;

/**
 * The combined log format of Apache httpd and nginx: client, user, time, request, status, bytes of the body, referer,
 * user agent.
 *
 * <p>The line of an answer that the dispatcher gave itself ends with two more quoted fields, the reason and the request
 * id; readers of the format ignore what follows it. Status 000 stands for no answer, as in nginx. A TCP connection has
 * {@code TCP} in the place of the request.
 */
final class CombinedFormat implements LineFormat {

    private final ClockText clock;

    CombinedFormat(ZoneId zone) {
        clock = ClockText.combined(zone);
    }

    @Override
    public void write(AccessEntry entry, LineBuffer line) {
        line.escaped(entry.client, Escape.BACKSLASH).plain(" - - [");
        clock.write(entry.startedMs, line);
        line.plain("] \"");
        if (entry.tcp) {
            line.plain("TCP");
        } else if (entry.method.isEmpty()) {
            line.mark('-');
        } else {
            line.escaped(entry.method, Escape.BACKSLASH)
                    .mark(' ')
                    .escaped(entry.target, Escape.BACKSLASH)
                    .mark(' ')
                    .plain(entry.version);
        }
        line.plain("\" ").padded(entry.status, 3).mark(' ').number(entry.bytesOut);
        quoted(entry.referer, line);
        quoted(entry.userAgent, line);
        String reason = entry.reason;
        if (reason != null) {
            line.plain(" \"").escaped(reason, Escape.BACKSLASH).mark('"');
            quoted(entry.requestId, line);
        }
        line.mark('\n');
    }

    private static void quoted(Text text, LineBuffer line) {
        line.plain(" \"");
        if (text.isEmpty()) {
            line.mark('-');
        } else {
            line.escaped(text, Escape.BACKSLASH);
        }
        line.mark('"');
    }
}
