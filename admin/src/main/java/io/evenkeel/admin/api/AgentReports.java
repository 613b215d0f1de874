// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.limit.Throttle;
import io.evenkeel.dispatcher.monitor.push.AgentDesk;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;

/**
 * {@code POST /api/v1/agents}: brings what agents push to the desk, which knows who may say what. The paths {@code register}, {@code update} and
 * {@code stop} below it are the same: what a message asks for stands in its body.
 *
 * <p>Anybody who reaches the admin address may knock here without the admin's token. So a body is short and comes within seconds, few are read at once, and each address has a limit, of which a message that was not believed takes
 * much more than one that was.
 */
public final class AgentReports {

    private static final Set<String> PATHS =
            Set.of("/api/v1/agents", "/api/v1/agents/register", "/api/v1/agents/update", "/api/v1/agents/stop");
    private static final int LONGEST_BODY = AgentDesk.MOST_OCTETS;
    private static final int AT_ONCE = 4;
    private static final long PATIENCE_MS = 20;
    private static final long SILENCE_MS = 2_000;
    private static final int PER_SECOND = 200;
    private static final int BURST = 400;
    private static final int ADDRESSES = 4096;
    private static final double DISBELIEF = 20;

    private final AgentDesk desk;
    private final Throttle throttle = new Throttle(PER_SECOND, BURST, ADDRESSES);
    private final Semaphore reading = new Semaphore(AT_ONCE);

    AgentReports(AgentDesk desk) {
        this.desk = desk;
    }

    /** True for the requests that the desk authenticates and not the admin's token. */
    public static boolean claims(String method, String path) {
        return method.equals("POST") && PATHS.contains(path);
    }

    static Set<String> paths() {
        return PATHS;
    }

    /** Answers with what the desk says, or in the same form why it was not asked. */
    void post(Context context) throws IOException, InterruptedException {
        try {
            carry(context);
        } catch (Refusal refusal) {
            context.status(refusal.status());
            Json.answer(
                    context,
                    Json.object()
                            .put("kind", "refused")
                            .put("status", refusal.status())
                            .put("reason", refusal.getMessage())
                            .put("remedy", refusal.remedy()));
        }
    }

    private void carry(Context context) throws IOException, InterruptedException {
        HttpServletRequest request = context.req();
        String peer = request.getRemoteAddr();
        if (!throttle.admits(peer, System.nanoTime())) {
            context.header("Retry-After", "1");
            throw new Refusal(429, "too many messages from " + peer, "Send updates less often.");
        }
        AgentDesk.Credentials credentials = new AgentDesk.Credentials(
                request.getHeader("Authorization"),
                request.getHeader("Evenkeel-Time"),
                request.getHeader("Evenkeel-Nonce"),
                request.getHeader("Evenkeel-Seal"));
        AgentDesk.Answer answer = desk.answer(
                request.getMethod(),
                target(request),
                credentials,
                peer.replaceAll("[\\[\\]]", ""),
                body(context, request),
                System.currentTimeMillis());
        if (answer.status() == 401 || answer.status() == 403) {
            throttle.charge(peer, DISBELIEF, System.nanoTime());
        }
        context.status(answer.status()).contentType("application/json").result(answer.body());
    }

    private static String target(HttpServletRequest request) {
        String query = request.getQueryString();
        return query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query;
    }

    /** The whole body. A thread waits for it, and the admin server has few, so only some may wait at once, and none of them long. */
    private byte[] body(Context context, HttpServletRequest request) throws IOException, InterruptedException {
        if (request.getContentLengthLong() > LONGEST_BODY) {
            throw tooLong();
        }
        if (!reading.tryAcquire(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
            context.header("Retry-After", "1");
            throw new Refusal(503, "too many agents report at this moment", "Send it again in a second.");
        }
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        long idleMs = endPoint.getIdleTimeout();
        endPoint.setIdleTimeout(SILENCE_MS);
        try {
            return read(request.getInputStream());
        } catch (EofException e) {
            throw new Refusal(400, "the message ended early", "Send it as long as its head says.");
        } catch (IOException e) {
            throw new Refusal(408, "the message did not come within " + SILENCE_MS + " ms", "Send it in one piece.");
        } finally {
            endPoint.setIdleTimeout(idleMs);
            reading.release();
        }
    }

    private static byte[] read(InputStream in) throws IOException {
        long endNs = System.nanoTime() + SILENCE_MS * 1_000_000;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[8192];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            body.write(chunk, 0, read);
            if (body.size() > LONGEST_BODY) {
                throw tooLong();
            }
            if (System.nanoTime() - endNs > 0) {
                throw new IOException("too slow");
            }
        }
        return body.toByteArray();
    }

    private static Refusal tooLong() {
        return new Refusal(413, "the message is longer than " + LONGEST_BODY + " octets", "Send one sample only.");
    }
}
