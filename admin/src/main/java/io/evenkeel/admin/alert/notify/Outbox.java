// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.config.alert.AlertReceiver;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The receivers in force, each with its queue. The settings are changed and messages put in by one thread; views are
 * for any.
 */
public final class Outbox implements AutoCloseable {

    private final EventLogger log;
    private final ReceiverQueue.Pause pause;
    private volatile Map<String, ReceiverQueue> queues = Map.of();

    public Outbox(EventLogger log) {
        this(log, Thread::sleep);
    }

    Outbox(EventLogger log, ReceiverQueue.Pause pause) {
        this.log = log;
        this.pause = pause;
    }

    /** Puts receivers in force; those that stay as they are keep their queues and counts. */
    public void receivers(List<AlertReceiver> wanted) {
        Map<String, ReceiverQueue> next = new LinkedHashMap<>();
        for (AlertReceiver each : wanted) {
            ReceiverQueue before = queues.get(each.name());
            if (before != null && before.settings().equals(each)) {
                next.put(each.name(), before);
            } else {
                next.put(each.name(), new ReceiverQueue(each, receiver(each), log, pause));
            }
        }
        Set<ReceiverQueue> kept = new HashSet<>(next.values());
        queues.values().stream().filter(each -> !kept.contains(each)).forEach(ReceiverQueue::close);
        queues = next;
    }

    private static Delivery receiver(AlertReceiver settings) {
        if (settings instanceof AlertReceiver.Webhook webhook) {
            return new WebhookReceiver(webhook);
        } else if (settings instanceof AlertReceiver.Mail mail) {
            return new MailReceiver(mail);
        }
        return new CommandReceiver((AlertReceiver.Command) settings);
    }

    /** Gives a message to those it is for; waits for nothing. */
    public void send(Message message) {
        for (ReceiverQueue each : queues.values()) {
            if (message.to().isEmpty() || message.to().contains(each.settings().name())) {
                each.offer(message);
            }
        }
    }

    /** The receivers at this moment. */
    public List<ReceiverView> views() {
        List<ReceiverView> views = new ArrayList<>();
        queues.values().forEach(each -> views.add(each.view()));
        return views;
    }

    @Override
    public void close() {
        queues.values().forEach(ReceiverQueue::close);
    }
}
