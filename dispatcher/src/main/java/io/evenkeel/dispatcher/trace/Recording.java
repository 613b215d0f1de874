// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.Attempts;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes of one request while it goes on. Texts of clients are cut. Threads: the exchange's loop; {@link
 * #chosen} inside the cluster's gate, which the loop passes before it reads what was chosen.
 */
final class Recording {

    private static final int LONGEST = 1024;
    private static final int MOST_ATTEMPTS = 16;

    private final String method;
    private final String path;
    private final boolean https;
    private final String host;
    private final String agent;
    private final InetSocketAddress client;
    private final String clientText;
    private final String listener;
    private final String state;
    private final long firstNs;
    private final long epochNs;
    private final List<AttemptSpan> attempts = new ArrayList<>(1);
    private long queueSpan;
    private long queuedAt;
    private long queuedTo;

    private long attempt;
    private long beganNs;
    private int number;
    private @Nullable Node node;
    private @Nullable String version;
    private boolean nodeHttps;
    private @Nullable Decision decision;

    /** @param epochNs what makes a time of the loop one since 1970 */
    Recording(RequestHead head, Origin origin, String listener, String state, long firstNs, long epochNs) {
        byte[] octets = head.octets();
        int pathAt = head.target().pathAt();
        int pathEnd = pathAt;
        while (pathEnd < head.target().end() && octets[pathEnd] != '?') {
            pathEnd++;
        }
        this.method = text(octets, head.methodAt(), head.methodEnd());
        this.path = pathEnd == pathAt ? "/" : text(octets, pathAt, pathEnd);
        this.https = origin.isHttps(head);
        this.host = text(octets, head.hostAt(), head.hostEnd());
        this.agent = userAgent(head);
        this.client = origin.client();
        this.clientText = origin.text();
        this.listener = listener;
        this.state = state;
        this.firstNs = firstNs;
        this.epochNs = epochNs;
    }

    private static String userAgent(RequestHead head) {
        for (int line = 0; line < head.fields(); line++) {
            if (head.isUserAgent(line)) {
                return text(head.octets(), head.valueAt(line), head.valueEnd(line));
            }
        }
        return "";
    }

    /** The octets {@code [from, to)}, of which a client has sent any, as a text of no more than 1,024. */
    static String text(byte[] octets, int from, int to) {
        return new String(octets, from, Math.min(to - from, LONGEST), StandardCharsets.ISO_8859_1);
    }

    void queued(long id, long nowNs) {
        queueSpan = id;
        queuedAt = nowNs;
    }

    /** True while the present attempt is that of the task. */
    boolean isAt(Attempts task) {
        Node mine = node;
        return mine != null && number == task.retries().attempt() && task.on(mine);
    }

    void attempting(long id, Attempts task, long nowNs) {
        close(0, "left", nowNs);
        if (queuedAt != 0 && queuedTo == 0) {
            queuedTo = nowNs;
        }
        attempt = id;
        beganNs = nowNs;
        number = task.retries().attempt();
        node = task.assigned();
        nodeHttps = task.cluster().settings().tls() != null;
        version = task.cluster().settings().protocol() == NodeProtocol.H2 ? "2" : "1.1";
    }

    void failed(String why, long nowNs) {
        close(0, why, nowNs);
    }

    void chosen(Decision newDecision) {
        decision = newDecision;
    }

    private void close(int status, @Nullable String error, long nowNs) {
        Node mine = node;
        Decision why = decision;
        node = null;
        if (mine == null) {
            return;
        }
        // A choice for the next attempt may have been made before this one ended.
        boolean ofThis = why != null && why.attempt() == number && why.node().equals(mine.name());
        if (ofThis) {
            decision = null;
        }
        if (attempts.size() < MOST_ATTEMPTS) {
            InetSocketAddress address = mine.address();
            attempts.add(new AttemptSpan(
                    attempt,
                    number,
                    mine.name(),
                    address.getHostString(),
                    address.getPort(),
                    nodeHttps,
                    version == null ? "1.1" : version,
                    epochNs + beganNs,
                    epochNs + nowNs,
                    status,
                    error,
                    ofThis ? why : null));
        }
    }

    private static @Nullable String error(@Nullable String brokenBy) {
        return brokenBy == null ? null : brokenBy.equals("dispatcher") ? "cut off" : brokenBy + " gone";
    }

    RequestSpan end(
            long traceHi,
            long traceLo,
            long id,
            long caller,
            int flags,
            Attempts task,
            String protocol,
            int status,
            boolean ofNode,
            @Nullable String reason,
            @Nullable String brokenBy,
            long nowNs) {
        close(ofNode ? status : 0, reason != null ? reason : error(brokenBy), nowNs);
        if (queuedAt != 0 && queuedTo == 0) {
            queuedTo = nowNs;
        }
        Cluster cluster = task.clusterOrNull();
        return new RequestSpan(
                traceHi,
                traceLo,
                id,
                caller,
                flags,
                state,
                epochNs + firstNs,
                epochNs + nowNs,
                method,
                path,
                https,
                host,
                clientText,
                client.getPort(),
                protocol,
                agent,
                listener,
                cluster == null ? null : cluster.name(),
                status,
                reason,
                brokenBy,
                queueSpan,
                queuedAt == 0 ? 0 : epochNs + queuedAt,
                queuedAt == 0 ? 0 : epochNs + queuedTo,
                attempts);
    }
}
