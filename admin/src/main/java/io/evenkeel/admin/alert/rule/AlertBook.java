// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.AlertCondition;
import io.evenkeel.config.alert.AlertRule;
import io.evenkeel.config.alert.AlertScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All rules at all things. What is quiet takes no memory, unless its growth is followed; at most {@value #MOST} pairs
 * of a rule and a thing are remembered.
 */
public final class AlertBook {

    static final int MOST = 20_000;

    private final Map<Key, Watch> watches = new HashMap<>();
    private List<AlertRule> rules = List.of();
    private long left;

    private record Key(String rule, Scope scope) {}

    /**
     * Puts rules in force. Those that stay as they are keep what they know; the alerts of others end.
     *
     * @return alerts that ended
     */
    public List<Alert> rules(List<AlertRule> wanted, LookTime now) {
        Map<String, AlertRule> byName = new HashMap<>();
        wanted.forEach(rule -> byName.put(rule.name(), rule));
        rules = List.copyOf(wanted);
        List<Alert> ended = new ArrayList<>();
        Iterator<Watch> each = watches.values().iterator();
        while (each.hasNext()) {
            Watch watch = each.next();
            AlertRule rule = byName.get(watch.rule().name());
            if (!watch.rule().equals(rule)) {
                each.remove();
                Alert over = watch.end(now, "the rule was " + (rule == null ? "removed" : "changed"));
                if (over != null) {
                    ended.add(over);
                }
            }
        }
        return ended;
    }

    /**
     * Goes on with alerts of an earlier run, after {@link #rules}.
     *
     * @return alerts that ended, because their rules are gone
     */
    public List<Alert> restore(List<Alert> alerts, LookTime now) {
        List<Alert> ended = new ArrayList<>();
        for (Alert alert : alerts) {
            rules.stream()
                    .filter(rule -> rule.name().equals(alert.rule()))
                    .findFirst()
                    .ifPresentOrElse(
                            rule -> watches.put(new Key(alert.rule(), alert.scope()), Watch.restored(rule, alert, now)),
                            () -> ended.add(alert.over(now.wallMs(), "the rule was removed")));
        }
        return ended;
    }

    /**
     * Looks at everything.
     *
     * @return alerts that began or ended
     */
    public List<Alert> look(List<Observation> seen, LookTime now) {
        List<Alert> changes = new ArrayList<>();
        Set<Scope> here = new HashSet<>();
        for (Observation each : seen) {
            here.add(each.scope());
            for (AlertRule rule : rules) {
                if (concerns(rule.when(), each.scope())) {
                    look(rule, each, now, changes);
                }
            }
        }
        Iterator<Map.Entry<Key, Watch>> entries = watches.entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<Key, Watch> entry = entries.next();
            if (!here.contains(entry.getKey().scope())) {
                entries.remove();
                Alert over = entry.getValue()
                        .end(now, AlertText.subject(entry.getKey().scope()) + " is not there any more");
                if (over != null) {
                    changes.add(over);
                }
            }
        }
        return changes;
    }

    private void look(AlertRule rule, Observation seen, LookTime now, List<Alert> changes) {
        Key key = new Key(rule.name(), seen.scope());
        Watch watch = watches.get(key);
        Watch looked = watch == null ? new Watch(rule) : watch;
        Alert change = looked.look(seen, now);
        if (looked.isIdle()) {
            watches.remove(key);
        } else if (watch == null) {
            if (watches.size() >= MOST) {
                left++;
                return;
            }
            watches.put(key, looked);
        }
        if (change != null) {
            changes.add(change);
        }
    }

    private static boolean concerns(AlertCondition when, Scope scope) {
        AlertScope kind = scope.cluster() == null
                ? AlertScope.DISPATCHER
                : scope.node() == null ? AlertScope.CLUSTER : AlertScope.NODE;
        return when.scope() == kind
                && (when.cluster() == null || when.cluster().equals(scope.cluster()))
                && (when.node() == null || when.node().equals(scope.node()));
    }

    /** The alerts that go on. */
    public List<Alert> firing() {
        List<Alert> firing = new ArrayList<>();
        for (Watch watch : watches.values()) {
            Alert alert = watch.alert();
            if (alert != null) {
                firing.add(alert);
            }
        }
        return firing;
    }

    /** Things at which a rule's condition holds, but not for its time yet, by rule; rules without any are left out. */
    public Map<String, Integer> pending() {
        Map<String, Integer> pending = new LinkedHashMap<>();
        for (Watch watch : watches.values()) {
            if (watch.isPending()) {
                pending.merge(watch.rule().name(), 1, Integer::sum);
            }
        }
        return pending;
    }

    /** Looks that were left out because too much had to be remembered. */
    public long left() {
        return left;
    }
}
