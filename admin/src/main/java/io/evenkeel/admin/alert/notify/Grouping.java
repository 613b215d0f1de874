// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.notify;

import io.evenkeel.admin.alert.rule.Alert;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts alerts together to messages: those of a rule and cluster that come within a time go in one, so that a rack that
 * fails is one message and not forty. What was told is told again after a time, and when it is over.
 *
 * <p>An alert that ends before anybody was told of it is never told. One that is silenced is not told, unless its begin
 * was told before. One caller at a time.
 */
public final class Grouping {

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private long windowMs;
    private long repeatMs;

    private static final class Group {

        private final Map<String, Alert> firing = new LinkedHashMap<>();
        private final Map<String, Alert> over = new LinkedHashMap<>();
        private final Set<String> told = new LinkedHashSet<>();
        private long newsMs = -1;
        private long sentMs = -1;

        private boolean hasNews(Predicate<Alert> muted) {
            return !over.isEmpty()
                    || firing.values().stream().anyMatch(alert -> !told.contains(alert.id()) && !muted.test(alert));
        }
    }

    /**
     * Sets the times.
     *
     * @param newRepeatMs 0 to tell everything once
     */
    public void times(long newWindowMs, long newRepeatMs) {
        windowMs = newWindowMs;
        repeatMs = newRepeatMs;
    }

    /** Goes on with an alert of an earlier run, whose receivers know of it. */
    public void restore(Alert alert, boolean told, long nowMs) {
        Group group = group(alert);
        group.firing.put(alert.id(), alert);
        if (told) {
            group.told.add(alert.id());
            group.sentMs = nowMs;
        }
    }

    /** Takes an alert that began or ended. */
    public void change(Alert alert) {
        Group group = group(alert);
        if (!alert.isOver()) {
            group.firing.put(alert.id(), alert);
            group.over.remove(alert.id());
            return;
        }
        group.firing.remove(alert.id());
        if (group.told.remove(alert.id())) {
            group.over.put(alert.id(), alert);
        }
    }

    /** Takes the present words of alerts that go on. */
    public void refresh(List<Alert> firing) {
        for (Alert alert : firing) {
            Group group = groups.get(key(alert));
            if (group != null) {
                group.firing.replace(alert.id(), alert);
            }
        }
    }

    /** True when receivers know of an alert. */
    public boolean isTold(Alert alert) {
        Group group = groups.get(key(alert));
        return group != null && group.told.contains(alert.id());
    }

    /**
     * The messages that are due.
     *
     * @param nowMs of a clock that nobody sets
     * @param muted true for alerts that are silenced
     */
    public List<Message> due(long nowMs, Predicate<Alert> muted) {
        List<Message> due = new ArrayList<>();
        Iterator<Group> each = groups.values().iterator();
        while (each.hasNext()) {
            Group group = each.next();
            if (!group.hasNews(muted)) {
                group.newsMs = -1;
            } else if (group.newsMs < 0) {
                group.newsMs = nowMs;
            }
            boolean news = group.newsMs >= 0 && nowMs - group.newsMs >= windowMs;
            boolean again = repeatMs > 0 && group.sentMs >= 0 && nowMs - group.sentMs >= repeatMs;
            if (news || again) {
                Message message = message(group, muted);
                if (message != null) {
                    due.add(message);
                }
                group.newsMs = -1;
                group.sentMs = group.told.isEmpty() ? -1 : nowMs;
            }
            if (group.firing.isEmpty() && group.over.isEmpty()) {
                each.remove();
            }
        }
        return due;
    }

    private static @Nullable Message message(Group group, Predicate<Alert> muted) {
        List<Alert> firing =
                group.firing.values().stream().filter(muted.negate()).toList();
        List<Alert> over = List.copyOf(group.over.values());
        group.over.clear();
        if (firing.isEmpty() && over.isEmpty()) {
            return null;
        }
        firing.forEach(alert -> group.told.add(alert.id()));
        Alert first = firing.isEmpty() ? over.get(0) : firing.get(0);
        int most = Message.MOST;
        return new Message(
                first.rule(),
                cluster(first),
                first.severity(),
                first.to(),
                firing.subList(0, Math.min(most, firing.size())),
                over.subList(0, Math.min(most, over.size())),
                Math.max(0, firing.size() - most));
    }

    private Group group(Alert alert) {
        return groups.computeIfAbsent(key(alert), absent -> new Group());
    }

    private static String key(Alert alert) {
        return alert.rule() + "|" + cluster(alert);
    }

    private static String cluster(Alert alert) {
        String cluster = alert.scope().cluster();
        return cluster == null ? "" : cluster;
    }
}
