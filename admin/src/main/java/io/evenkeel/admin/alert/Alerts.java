// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import io.evenkeel.admin.alert.notify.Grouping;
import io.evenkeel.admin.alert.notify.Outbox;
import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.alert.rule.AlertBook;
import io.evenkeel.admin.alert.rule.LookTime;
import io.evenkeel.admin.alert.rule.Observation;
import io.evenkeel.admin.history.History;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.AlertSettings;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.log.EventLogger;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The alerts of one dispatcher. While the settings have no rules, a look is one comparison.
 *
 * <p>Threads: one of its own, which looks once a second; a lock orders it with views and silences, and is not held
 * while the dispatcher is looked at or anything is sent.
 */
public final class Alerts implements AutoCloseable {

    private static final long EVERY_MS = 1_000;

    /** The time in which nodes are checked first, so that what went on before a start is not over at once. */
    private static final long SETTLE_MS = 10_000;

    private static final long NS_PER_MS = 1_000_000;

    private final Control control;
    private final EventLogger log;
    private final Survey survey;
    private final AlertFile file;
    private final Outbox outbox;
    private final ScheduledExecutorService timer;
    private final AlertBook book = new AlertBook();
    private final Grouping grouping = new Grouping();
    private final Silences silences = new Silences();
    private final Deque<Alert> recent = new ArrayDeque<>();

    private AlertSettings inForce = AlertSettings.OFF;
    private AlertState earlier;
    private long lookFromMs = Long.MIN_VALUE;
    private boolean failed;
    private boolean saidFull;

    Alerts(Control control, @Nullable History history, @Nullable Path kept, Outbox outbox) {
        this.control = control;
        this.log = control.adminLog();
        Path folder = kept == null ? null : kept.toAbsolutePath().getParent();
        this.survey = new Survey(control, history, folder);
        this.file = new AlertFile(kept, log);
        this.outbox = outbox;
        this.earlier = file.read();
        earlier.silences().forEach(silences::add);
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "alerts");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Begins to look.
     *
     * @param history null when none is kept
     * @param kept the file of silences and of what goes on; null to keep nothing
     */
    public static Alerts start(Control control, @Nullable History history, @Nullable Path kept) {
        Alerts alerts = new Alerts(control, history, kept, new Outbox(control.adminLog()));
        alerts.timer.scheduleWithFixedDelay(
                () -> alerts.tickSafely(System.currentTimeMillis(), System.nanoTime()),
                EVERY_MS,
                EVERY_MS,
                TimeUnit.MILLISECONDS);
        return alerts;
    }

    private void tickSafely(long wallMs, long nowNs) {
        try {
            tick(wallMs, nowNs);
            failed = false;
        } catch (RuntimeException e) {
            if (!failed) {
                failed = true;
                log.error("rules of alerts could not be looked at", e);
            }
        }
    }

    /** Looks once. */
    void tick(long wallMs, long nowNs) {
        AlertSettings wanted = control.settings().alerts();
        LookTime now = new LookTime(wallMs, nowNs / NS_PER_MS);
        synchronized (this) {
            if (!wanted.equals(inForce)) {
                apply(wanted, now);
            }
            if (inForce.rules().isEmpty() || now.runMs() < lookFromMs) {
                send(now);
                return;
            }
        }
        if (control.dispatcher().state() == DispatcherState.DRAINING) {
            // the process that has taken over looks, and keeps the file
            return;
        }
        List<Observation> seen = survey.look(wallMs, nowNs);
        synchronized (this) {
            List<Alert> changes = book.look(seen, now);
            changes.forEach(this::say);
            grouping.refresh(book.firing());
            if (book.left() > 0 && !saidFull) {
                saidFull = true;
                log.warn("not all rules are looked at for all nodes, because there is too much to remember;"
                        + " narrow rules by 'cluster', or have fewer that take growth");
            }
            boolean sent = send(now);
            if (sent || !changes.isEmpty()) {
                write();
            }
        }
    }

    private void apply(AlertSettings wanted, LookTime now) {
        inForce = wanted;
        List<Alert> ended = new ArrayList<>(book.rules(wanted.rules(), now));
        outbox.receivers(wanted.receivers());
        grouping.times(wanted.group().toMillis(), wanted.repeat().toMillis());
        if (!earlier.firing().isEmpty()) {
            for (Alert alert : earlier.firing()) {
                grouping.restore(alert, earlier.told().contains(alert.id()), now.runMs());
            }
            ended.addAll(book.restore(earlier.firing(), now));
            earlier = AlertState.NONE;
            lookFromMs = now.runMs() + SETTLE_MS;
        }
        ended.forEach(this::say);
        if (!ended.isEmpty()) {
            write();
        }
    }

    private boolean send(LookTime now) {
        boolean ended = silences.expire(now.wallMs());
        var due = grouping.due(now.runMs(), alert -> silences.of(alert) != null);
        due.forEach(outbox::send);
        return ended || !due.isEmpty();
    }

    private void say(Alert alert) {
        grouping.change(alert);
        recent.addFirst(alert);
        if (recent.size() > AlertsView.LOG) {
            recent.removeLast();
        }
        if (alert.isOver()) {
            log.info("alert " + alert.rule() + " is over: " + alert.text());
        } else {
            log.warn("alert " + alert.rule() + " (" + ScalarTypes.spelling(alert.severity()) + "): " + alert.text());
        }
    }

    private void write() {
        List<Alert> firing = book.firing();
        file.write(new AlertState(
                silences.all(),
                firing,
                firing.stream().filter(grouping::isTold).map(Alert::id).toList()));
    }

    /** Everything at this moment, with as many of the alerts that go on as an answer has. */
    public AlertsView view() {
        return view(AlertsView.SHOWN);
    }

    /**
     * Everything at this moment.
     *
     * @param most alerts that go on
     */
    public synchronized AlertsView view(int most) {
        Map<String, Integer> counts = new HashMap<>();
        List<AlertsView.Firing> firing = new ArrayList<>();
        for (Alert alert : book.firing()) {
            counts.merge(alert.rule(), 1, Integer::sum);
            AlertSilence silence = silences.of(alert);
            firing.add(new AlertsView.Firing(alert, silence == null ? "" : silence.id(), grouping.isTold(alert)));
        }
        firing.sort(Comparator.comparingLong(
                        (AlertsView.Firing each) -> each.alert().firedMs())
                .reversed()
                .thenComparing(each -> each.alert().id()));
        Map<String, Integer> pending = book.pending();
        List<AlertsView.RuleView> rules = new ArrayList<>();
        for (AlertRule rule : inForce.rules()) {
            rules.add(new AlertsView.RuleView(
                    rule, counts.getOrDefault(rule.name(), 0), pending.getOrDefault(rule.name(), 0)));
        }
        int shown = Math.min(most, firing.size());
        return new AlertsView(
                rules,
                firing.subList(0, shown),
                firing.size() - shown,
                List.copyOf(recent),
                silences.all(),
                outbox.views(),
                book.left());
    }

    /**
     * Makes a silence.
     *
     * @param wanted with any id
     * @return with its own id; null when there are too many
     */
    public synchronized @Nullable AlertSilence silence(AlertSilence wanted) {
        AlertSilence made = new AlertSilence(
                silences.newId(),
                wanted.rule(),
                wanted.cluster(),
                wanted.node(),
                wanted.severity(),
                wanted.fromMs(),
                wanted.untilMs(),
                wanted.by(),
                wanted.reason());
        if (!silences.add(made)) {
            return null;
        }
        write();
        return made;
    }

    /** Ends a silence; returns it, null when there is none. */
    public synchronized @Nullable AlertSilence unsilence(String id) {
        AlertSilence ended = silences.remove(id);
        if (ended != null) {
            write();
        }
        return ended;
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            timer.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        outbox.close();
    }
}
