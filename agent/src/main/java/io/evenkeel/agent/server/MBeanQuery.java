// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The MBeans that a pattern stands for.
 *
 * <p>Their names are kept, because a query is expensive on servers that show thousands of MBeans. The query runs again
 * <ul>
 *   <li>1, 2, 4, 8 and 16 seconds after the last change of what was found, because the MBeans of a server that starts
 *       come one after the other;
 *   <li>after that, every {@value #LONGEST_SEARCH_SECONDS} seconds;
 *   <li>every {@value #FIRST_SEARCH_SECONDS} seconds while there is no MBean;
 *   <li>at once when an MBean that was there is gone.
 * </ul>
 * In each case the pause is at least a thousand times as long as a query takes, {@value #LONGEST_SECONDS} seconds at
 * most. Of the last two queries the faster one counts, because the first query loads classes and takes longer than
 * those that follow.
 *
 * <p>An attribute that an MBean does not have is asked for again after the same times. A figure that took more than
 * 0.1 ms to read is kept for a thousand times that, at most a second: otherwise a server whose figures are expensive
 * would pay for them ten times a second.
 *
 * <p>A figure that is negative counts as not there: servers say so with −1. A limit of {@link Integer#MAX_VALUE} or
 * above means that there is no limit.
 */
final class MBeanQuery {

    private static final long FIRST_SEARCH_SECONDS = 1;
    private static final long LONGEST_SEARCH_SECONDS = 20;
    private static final long LONGEST_SECONDS = 60;
    private static final long COSTS = 1_000;
    private static final long LEAST_KEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_KEEP_NS = TimeUnit.SECONDS.toNanos(1);

    private final Beans beans;
    private final ObjectName pattern;
    private final Predicate<ObjectName> member;
    private List<ObjectName> names = Collections.emptyList();
    private final Map<String, Missing> missing = new HashMap<>();
    private final Map<String, SlowFigure> slow = new HashMap<>();
    private boolean searched;
    private boolean gone;
    private long changedNs;
    private long searchedNs;
    private long costNs;
    private long lastCostNs;

    MBeanQuery(Beans beans, ObjectName pattern) {
        this(beans, pattern, name -> true);
    }

    private MBeanQuery(Beans beans, ObjectName pattern, Predicate<ObjectName> member) {
        this.beans = beans;
        this.pattern = pattern;
        this.member = member;
    }

    /** Those of these MBeans for which something holds. */
    MBeanQuery where(Predicate<ObjectName> condition) {
        return new MBeanQuery(beans, pattern, member.and(condition));
    }

    /** Those of these MBeans that have a key in their name. */
    MBeanQuery with(String key) {
        return where(name -> name.getKeyProperty(key) != null);
    }

    /** Those of these MBeans that do not have a key in their name. */
    MBeanQuery without(String key) {
        return where(name -> name.getKeyProperty(key) == null);
    }

    /** The names of those that are there, in a fixed order. */
    List<ObjectName> names() {
        if (!searched || beans.nowNs() - searchedNs >= Math.max(waitNs(), costPauseNs())) {
            search();
        }
        return names;
    }

    private long waitNs() {
        return gone
                ? 0
                : names.isEmpty() ? TimeUnit.SECONDS.toNanos(FIRST_SEARCH_SECONDS) : pauseNs(changedNs, searchedNs);
    }

    private long costPauseNs() {
        return Math.min(TimeUnit.SECONDS.toNanos(LONGEST_SECONDS), COSTS * costNs);
    }

    /** The pause after a look: as long as nothing had changed then, so that the pauses double. */
    private static long pauseNs(long changedNs, long lookedNs) {
        return Math.max(
                TimeUnit.SECONDS.toNanos(FIRST_SEARCH_SECONDS),
                Math.min(TimeUnit.SECONDS.toNanos(LONGEST_SEARCH_SECONDS), lookedNs - changedNs));
    }

    private void search() {
        List<ObjectName> found = new ArrayList<>();
        for (ObjectName name : beans.names(pattern)) {
            if (member.test(name)) {
                found.add(name);
            }
        }
        Collections.sort(found);
        costNs = Math.min(lastCostNs, beans.queryNs());
        lastCostNs = beans.queryNs();
        searchedNs = beans.nowNs();
        if (!found.equals(names)) {
            names = found;
            changedNs = searchedNs;
            missing.clear();
        }
        slow.clear();
        searched = true;
        gone = false;
    }

    boolean isEmpty() {
        return names().isEmpty();
    }

    /** The sum over all that have the figure; NaN when none has. */
    double sum(String attribute) {
        double sum = Double.NaN;
        for (ObjectName name : names()) {
            double value = value(name, attribute);
            if (!Double.isNaN(value)) {
                sum = Double.isNaN(sum) ? value : sum + value;
            }
        }
        return sum;
    }

    /** The greatest of all; NaN when none has the figure. */
    double greatest(String attribute) {
        double greatest = Double.NaN;
        for (ObjectName name : names()) {
            double value = value(name, attribute);
            if (!Double.isNaN(value) && !(value <= greatest)) {
                greatest = value;
            }
        }
        return greatest;
    }

    /** The sum of their limits; NaN when one of them has none. */
    double limit(String attribute) {
        double sum = Double.NaN;
        for (ObjectName name : names()) {
            double value = value(name, attribute);
            if (Double.isNaN(value) || value >= Integer.MAX_VALUE) {
                return Double.NaN;
            }
            sum = Double.isNaN(sum) ? value : sum + value;
        }
        return sum;
    }

    /** A figure of one of them; NaN when it has none or a negative one. */
    double value(ObjectName name, String attribute) {
        Missing lacking = missing.isEmpty() ? null : missing.get(name.getCanonicalName() + ' ' + attribute);
        if (lacking != null && beans.nowNs() - lacking.askedNs < pauseNs(lacking.firstNs, lacking.askedNs)) {
            return Double.NaN;
        }
        SlowFigure kept = slow.isEmpty() ? null : slow.get(name.getCanonicalName() + ' ' + attribute);
        if (kept != null && beans.nowNs() - kept.readNs < kept.keepNs) {
            return kept.value;
        }
        try {
            double value = beans.number(name, attribute);
            if (lacking != null) {
                missing.remove(name.getCanonicalName() + ' ' + attribute);
            }
            return keep(name, attribute, value >= 0 ? value : Double.NaN);
        } catch (AttributeNotFoundException e) {
            long nowNs = beans.nowNs();
            missing.put(
                    name.getCanonicalName() + ' ' + attribute,
                    new Missing(lacking == null ? nowNs : lacking.firstNs, nowNs));
            return Double.NaN;
        } catch (InstanceNotFoundException e) {
            gone = true;
            return Double.NaN;
        }
    }

    private double keep(ObjectName name, String attribute, double value) {
        long keepNs = Math.min(LONGEST_KEEP_NS, COSTS * beans.readNs());
        if (keepNs >= LEAST_KEEP_NS) {
            slow.put(name.getCanonicalName() + ' ' + attribute, new SlowFigure(value, beans.nowNs(), keepNs));
        }
        return value;
    }

    /** The times when an attribute that is not there was asked for: first, and last. */
    private static final class Missing {

        private final long firstNs;
        private final long askedNs;

        Missing(long firstNs, long askedNs) {
            this.firstNs = firstNs;
            this.askedNs = askedNs;
        }
    }

    /** A figure that took long to read. */
    private static final class SlowFigure {

        private final double value;
        private final long readNs;
        private final long keepNs;

        SlowFigure(double value, long readNs, long keepNs) {
            this.value = value;
            this.readNs = readNs;
            this.keepNs = keepNs;
        }
    }

    /** The attribute's value in the first of them that has one, as text; null when none has. */
    @Nullable
    String text(String attribute) {
        for (ObjectName name : names()) {
            String text = beans.text(name, attribute);
            if (text != null && !text.isEmpty()) {
                return text;
            }
        }
        return null;
    }
}
