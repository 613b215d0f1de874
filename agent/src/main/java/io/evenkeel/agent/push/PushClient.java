// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.push;

import io.evenkeel.agent.collect.SampleTaker;
import io.evenkeel.agent.log.AgentLog;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.Registration;
import io.evenkeel.wire.push.Seal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread that talks to the dispatcher, from when the server is up until it is closed. */
public final class PushClient {

    private static final int SEND_MS = 2_000;
    private static final int STOP_MS = 900;
    private static final long RECOVERY_MS = 5_000;
    private static final long CLOSING_MS = 2_000;

    private final PushPost post;
    private final Conversation conversation;
    private final Thread thread;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile boolean saysStop;

    private PushClient(PushPost post, String registration, SampleTaker taker) {
        this.post = post;
        this.conversation = new Conversation(
                message -> post.send(message, SEND_MS),
                registration,
                id -> update(id, taker),
                () -> ThreadLocalRandom.current().nextDouble());
        this.thread = new Thread(this::run, "evenkeel-agent-push");
        thread.setDaemon(true);
        thread.setContextClassLoader(PushClient.class.getClassLoader());
    }

    /**
     * Starts to talk to the dispatcher of the settings.
     *
     * @param agentPort the agent's own port; 0 when it has none
     * @return null when there is none, or the settings are not enough to register, which is said in the log
     */
    public static @Nullable PushClient start(AgentOptions settings, SampleTaker taker, int agentPort) {
        URI url = settings.pushUrl();
        if (url == null) {
            return null;
        }
        try {
            byte[] secret = settings.pushSecret().getBytes(StandardCharsets.UTF_8);
            Seal seal = secret.length == 0 ? null : new Seal(secret);
            StringBuilder registration = new StringBuilder();
            PushMessage.register(new Registration(settings.name(), settings.cluster(), settings.address())
                            .agentPort(agentPort)
                            .capacity(0, Runtime.getRuntime().availableProcessors())
                            .software("Java " + System.getProperty("java.version", "")))
                    .write(registration);
            PushPost post = new PushPost(url, settings.pushToken(), seal, System::currentTimeMillis);
            PushClient client = new PushClient(post, registration.toString(), taker);
            client.thread.start();
            return client;
        } catch (IllegalArgumentException e) {
            AgentLog.say("nothing is pushed to " + url + ": " + e.getMessage());
            return null;
        }
    }

    /**
     * Ends the talk within {@value #CLOSING_MS} ms. Closing again does nothing.
     *
     * @param saysStop true when this node takes no more work; false when another agent of this JVM goes on
     */
    public void close(boolean saysStop) {
        this.saysStop = saysStop;
        closing.countDown();
        try {
            thread.join(CLOSING_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            long waitMs = 0;
            while (!closing.await(waitMs, TimeUnit.MILLISECONDS)) {
                waitMs = step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (saysStop) {
            conversation.stop(message -> post.send(message, STOP_MS));
        }
    }

    private long step() {
        try {
            return conversation.step();
        } catch (VirtualMachineError e) {
            // The heap is full, say. The application may get over it, and then the dispatcher must still hear of the
            // node.
            return RECOVERY_MS;
        }
    }

    private static String update(String id, SampleTaker taker) {
        return taker.read(sample -> {
            StringBuilder out = new StringBuilder(4_096);
            PushMessage.update(id, sample).write(out);
            return out.toString();
        });
    }
}
