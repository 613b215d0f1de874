// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The MBeans that a pattern stands for.
 *
 * <p>Their names are kept, because a query is expensive on servers that show thousands of MBeans. They are looked for again every
 * {@value #SEARCH_SECONDS} seconds, every {@value #EMPTY_SEARCH_SECONDS} while there is none, and when one that was there is gone; but not before
 * a thousand times the cost of the last look has passed, at most {@value #LONGEST_SECONDS} seconds. In the same way a figure that took more than
 * 0.1 ms to read is kept for a thousand times that, at most a second, so that a server whose figures are dear does not pay for them ten times
 * a second.
 *
 * <p>A figure that is negative counts as not there: servers say so with −1. A limit of {@link Integer#MAX_VALUE} or above is none.
 */
final class Family {

    private static final long SEARCH_SECONDS = 20;
    private static final long EMPTY_SEARCH_SECONDS = 1;
    private static final long LONGEST_SECONDS = 60;
    private static final long COSTS = 1_000;
    private static final long LEAST_KEEP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_KEEP_NS = TimeUnit.SECONDS.toNanos(1);

    private final Beans beans;
    private final ObjectName pattern;
    private final Predicate<ObjectName> member;
    private List<ObjectName> names = Collections.emptyList();
    private final Set<String> missing = new HashSet<>();
    private final Map<String, Dear> dear = new HashMap<>();
    private boolean fresh;
    private long searchedNs;
    private long costNs;

    Family(Beans beans, ObjectName pattern) {
        this(beans, pattern, name -> true);
    }

    private Family(Beans beans, ObjectName pattern, Predicate<ObjectName> member) {
        this.beans = beans;
        this.pattern = pattern;
        this.member = member;
    }

    /** Those of these MBeans for which something holds. */
    Family where(Predicate<ObjectName> condition) {
        return new Family(beans, pattern, member.and(condition));
    }

    /** Those of these MBeans that have a key in their name. */
    Family with(String key) {
        return where(name -> name.getKeyProperty(key) != null);
    }

    /** Those of these MBeans that do not have a key in their name. */
    Family without(String key) {
        return where(name -> name.getKeyProperty(key) == null);
    }

    /** The names of those that are there, in a fixed order. */
    List<ObjectName> names() {
        long waitNs = Math.max(
                TimeUnit.SECONDS.toNanos(names.isEmpty() ? EMPTY_SEARCH_SECONDS : SEARCH_SECONDS),
                Math.min(TimeUnit.SECONDS.toNanos(LONGEST_SECONDS), COSTS * costNs));
        if (!fresh || beans.nowNs() - searchedNs >= waitNs) {
            List<ObjectName> found = new ArrayList<>();
            for (ObjectName name : beans.names(pattern)) {
                if (member.test(name)) {
                    found.add(name);
                }
            }
            Collections.sort(found);
            names = found;
            missing.clear();
            dear.clear();
            fresh = true;
            costNs = beans.queryNs();
            searchedNs = beans.nowNs();
        }
        return names;
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
        String key = missing.isEmpty() ? "" : name.getCanonicalName() + ' ' + attribute;
        if (!key.isEmpty() && missing.contains(key)) {
            return Double.NaN;
        }
        Dear kept = dear.isEmpty() ? null : dear.get(name.getCanonicalName() + ' ' + attribute);
        if (kept != null && beans.nowNs() - kept.readNs < kept.keepNs) {
            return kept.value;
        }
        try {
            double value = beans.number(name, attribute);
            return keep(name, attribute, value >= 0 ? value : Double.NaN);
        } catch (AttributeNotFoundException e) {
            missing.add(name.getCanonicalName() + ' ' + attribute);
            return Double.NaN;
        } catch (InstanceNotFoundException e) {
            fresh = false;
            return Double.NaN;
        }
    }

    private double keep(ObjectName name, String attribute, double value) {
        long keepNs = Math.min(LONGEST_KEEP_NS, COSTS * beans.readNs());
        if (keepNs >= LEAST_KEEP_NS) {
            dear.put(name.getCanonicalName() + ' ' + attribute, new Dear(value, beans.nowNs(), keepNs));
        }
        return value;
    }

    /** A figure that took long to read. */
    private static final class Dear {

        private final double value;
        private final long readNs;
        private final long keepNs;

        Dear(double value, long readNs, long keepNs) {
            this.value = value;
            this.readNs = readNs;
            this.keepNs = keepNs;
        }
    }

    /** What the first of them says, as text; null when none says anything. */
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
