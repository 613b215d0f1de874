// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import io.evenkeel.dispatcher.log.output.LogWriter;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The default HTTP and TCP log formats of HAProxy (its manual, §8.2.2 and §8.2.3), so that readers of HAProxy's logs
 * read ours.
 *
 * <p>Listener stands for frontend, cluster for backend, node for server; times are TR/Tw/Tc/Tr/Ta, for TCP Tw/Tc/Tt, in
 * milliseconds. A listener whose client spoke TLS has a {@code ~} behind its name. The line of an answer that the
 * dispatcher gave itself has the request id and the reason in the block of captured fields, {@code {id|reason}}. Bytes
 * are those of the body.
 *
 * <p>A line in a file begins as a syslog server writes it, {@code Nov 21 04:05:06 host evenkeel[123]: }, because
 * HAProxy has no files of its own and readers of its logs count these five fields. A syslog server puts its own there.
 */
final class HaproxyFormat implements LineFormat {

    private final ClockText clock;
    private final ClockText ended;
    private final byte @Nullable [] writer;

    /** @param writer host and process in front of a line; null for a line that gets them elsewhere */
    HaproxyFormat(ZoneId zone, @Nullable LogWriter writer) {
        clock = ClockText.haproxy(zone);
        ended = ClockText.syslog(zone);
        this.writer = writer == null ? null : writer.tag().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void write(AccessEntry entry, LineBuffer line) {
        if (writer != null) {
            ended.write(entry.startedMs + Math.max(0, entry.totalNs) / 1_000_000, line);
            line.plain(writer);
        }
        line.escaped(entry.client, Escape.HASH)
                .mark(':')
                .number(entry.clientPort)
                .plain(" [");
        clock.write(entry.startedMs, line);
        line.plain("] ").escaped(entry.listener, Escape.HASH);
        if (entry.tlsVersion != null) {
            line.mark('~');
        }
        line.mark(' ');
        String cluster = entry.cluster;
        String node = entry.node;
        line.escaped(cluster == null ? entry.listener : cluster, Escape.HASH).mark('/');
        line.escaped(node == null ? "<NOSRV>" : node, Escape.HASH).mark(' ');
        if (entry.tcp) {
            tcp(entry, line);
        } else {
            http(entry, line);
        }
        line.mark('\n');
    }

    private static void http(AccessEntry entry, LineBuffer line) {
        line.wholeMs(entry.headNs).mark('/');
        line.wholeMs(entry.queueNs).mark('/');
        line.wholeMs(entry.connectNs).mark('/');
        line.wholeMs(entry.responseNs).mark('/');
        line.wholeMs(entry.totalNs).mark(' ');
        line.number(entry.status == AccessEntry.NO_STATUS ? -1 : entry.status);
        line.mark(' ').number(entry.bytesOut).plain(" - - ");
        line.mark(entry.cause).mark(entry.phase).plain("-- ");
        counts(entry, line);
        String reason = entry.reason;
        if (reason != null) {
            line.plain(" {").escaped(entry.requestId, Escape.HASH);
            line.mark('|').escaped(reason, Escape.HASH).mark('}');
        }
        line.plain(" \"");
        if (entry.method.isEmpty()) {
            line.plain("<BADREQ>");
        } else {
            line.escaped(entry.method, Escape.HASH).mark(' ');
            line.escaped(entry.target, Escape.HASH).mark(' ').plain(entry.version);
        }
        line.mark('"');
    }

    private static void tcp(AccessEntry entry, LineBuffer line) {
        line.wholeMs(entry.queueNs).mark('/');
        line.wholeMs(entry.connectNs).mark('/');
        line.wholeMs(entry.totalNs).mark(' ');
        line.number(entry.bytesOut).mark(' ');
        line.mark(entry.cause).mark(entry.phase).mark(' ');
        counts(entry, line);
    }

    /** Connections and queues as HAProxy has them stay 0: the metrics have these figures, a line has its retries. */
    private static void counts(AccessEntry entry, LineBuffer line) {
        line.plain("0/0/0/0/").number(entry.retries).plain(" 0/0");
    }
}
