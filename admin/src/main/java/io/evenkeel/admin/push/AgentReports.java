// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.push;

import io.evenkeel.admin.entrance.Guest;
import io.evenkeel.admin.entrance.OpenPage;
import io.evenkeel.admin.limit.Throttle;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.monitor.push.PushMessages;
import io.evenkeel.dispatcher.monitor.push.PushMessages.Credentials;
import io.evenkeel.dispatcher.monitor.push.PushMessages.PushProof;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * {@code POST /api/v1/agents}: brings pushed messages of agents to the push service, which knows the rights of each
 * agent. The paths {@code register}, {@code update} and {@code stop} below it are the same: the body says what the
 * message asks for.
 *
 * <p>Anybody who reaches the admin address may send here without the admin's token. So the head must show a cluster's
 * token, or a seal, before a body is read; a body is short, comes within {@value PushReading#MOST_MS} ms and holds no
 * thread. Each address has a limit; a message that was not believed, or did not come, takes much more of it than one
 * that was. Those who show a token, or come by a connection on which a message was believed, have a limit of their own,
 * so that a stranger at the same address does not use it up.
 */
public final class AgentReports implements OpenPage {

    private static final Set<String> PATHS =
            Set.of("/api/v1/agents", "/api/v1/agents/register", "/api/v1/agents/update", "/api/v1/agents/stop");
    private static final int PER_SECOND = 200;
    private static final int BURST = 400;
    private static final int ADDRESSES = 4096;
    private static final double DISBELIEF = 20;

    private final PushMessages messages;
    private final EventLogger log;
    private final Throttle strangers = new Throttle(PER_SECOND, BURST, ADDRESSES);
    private final Throttle known = new Throttle(PER_SECOND, BURST, ADDRESSES);
    private final Map<String, PushReading> unproved = new ConcurrentHashMap<>();

    public AgentReports(PushMessages messages, EventLogger log) {
        this.log = log;
        this.messages = messages;
    }

    /** True for the requests that the push service authenticates and not the admin's token. */
    public static boolean claims(String method, String path) {
        return method.equals("POST") && PATHS.contains(path);
    }

    @Override
    public boolean claims(String method, String path, Request request) {
        return claims(method, path);
    }

    @Override
    public void answer(Request request, Response response, Callback callback, Executor workers) {
        String peer = Request.getRemoteAddr(request);
        HttpFields head = request.getHeaders();
        Credentials shown = new Credentials(
                head.get("Authorization"),
                head.get("Evenkeel-Time"),
                head.get("Evenkeel-Nonce"),
                head.get("Evenkeel-Seal"));
        Guest guest = Guest.of(request);
        PushProof proof = messages.proof(shown);
        boolean stranger = guest.isStranger() && proof != PushProof.KNOWN;
        Throttle throttle = stranger ? strangers : known;
        PushAnswer answer = new PushAnswer(response, callback, log);
        if (!throttle.admits(peer, System.nanoTime())) {
            response.getHeaders().put("Retry-After", "1");
            answer.refuse(429, "too many messages from " + peer, "Send updates less often.");
            return;
        }
        Runnable disbelief = () -> throttle.charge(peer, DISBELIEF, System.nanoTime());
        if (proof == PushProof.NONE) {
            disbelief.run();
            answer.refuse(
                    401,
                    shown.authorization() == null ? "the message has neither a token nor a seal" : "the token is wrong",
                    "Send Authorization: Bearer with the agent.token of the cluster, or seal the message with its agent.secret.");
            return;
        }
        PushReading reading = new PushReading(
                request,
                answer,
                disbelief,
                body -> workers.execute(() -> {
                    guest.serve();
                    try {
                        PushMessages.Answer said = messages.answer(
                                request.getMethod(),
                                request.getHttpURI().getPathQuery(),
                                shown,
                                peer.replaceAll("[\\[\\]]", ""),
                                body,
                                System.currentTimeMillis());
                        if (said.status() == 401 || said.status() == 403) {
                            disbelief.run();
                        } else if (said.status() == 200) {
                            guest.welcome();
                        }
                        guest.await(System.nanoTime());
                        answer.say(said.status(), said.body());
                    } catch (RuntimeException e) {
                        guest.await(System.nanoTime());
                        answer.fail(e);
                    }
                }));
        if (stranger) {
            PushReading before = unproved.put(Throttle.network(peer), reading);
            if (before != null) {
                before.hurry();
            }
            reading.whenOver(() -> unproved.remove(Throttle.network(peer), reading));
        }
        reading.begin();
    }
}
