// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import io.evenkeel.config.text.RoutePath;
import io.evenkeel.policy.Task;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Finds the class of a request for an event loop and takes its counts and times. One object serves one cluster on one
 * event loop; calls come from that loop alone, and {@link #addTo} from anywhere.
 */
public final class ClassMeter {

    private static final int GOOD = 2;

    private final RequestClasses classes;
    private final AtomicReferenceArray<@Nullable ClassTally> tallies = new AtomicReferenceArray<>(Task.REQUEST_CLASSES);

    ClassMeter(RequestClasses classes) {
        this.classes = classes;
    }

    /** Segments of the path that count. */
    public int segments() {
        return classes.segments();
    }

    /** True once another table has taken the place of this meter's, or the cluster is gone: fetch the meter again. */
    public boolean retired() {
        return classes.retired();
    }

    /**
     * The key of a request by the range of its method in the head, and its path as routes compare it. A path that
     * servers understand differently is of no class.
     */
    public long key(byte[] head, int methodAt, int methodEnd, RoutePath path) {
        if (path.doubtful()) {
            return RequestClasses.OTHER;
        }
        return RequestClasses.key(head, methodAt, methodEnd, path.octets(), path.from(), end(path));
    }

    /**
     * The class of a request by its {@link #key}, from 1; 0 for none. A class without a name gets that of the request.
     */
    public int find(long key, byte[] head, int methodAt, int methodEnd, RoutePath path) {
        int number = classes.find(key);
        if (number > 0 && classes.nameless(number)) {
            String method = new String(head, methodAt, methodEnd - methodAt, StandardCharsets.ISO_8859_1);
            classes.name(number, key, method, path.octets(), path.from(), end(path));
        }
        return number;
    }

    private int end(RoutePath path) {
        return classes.end(path.octets(), path.from(), path.to());
    }

    /**
     * A request ended.
     *
     * @param status of the answer the client got; 0 when it got none
     * @param failed the node or the dispatcher failed it
     * @param headNs from its first octet out to the head of the node's answer; -1 when none came
     */
    public void finished(long key, int status, boolean failed, long headNs) {
        int number = status / 100 == GOOD ? classes.begin(key) : classes.find(key);
        ClassTally tally = tallies.getPlain(number);
        if (tally == null) {
            tally = new ClassTally();
            tallies.setRelease(number, tally);
        }
        tally.finished(failed, headNs);
    }

    /** Adds the totals of a class on this loop to a reader's own tally. */
    void addTo(int number, ClassTally sum) {
        ClassTally tally = tallies.getAcquire(number);
        if (tally != null) {
            sum.add(tally);
        }
    }
}
