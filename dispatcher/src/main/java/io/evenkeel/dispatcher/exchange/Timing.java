// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.metrics.ClassMeter;
import io.evenkeel.dispatcher.metrics.TaskMeter;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.task.TaskTimes;
import org.jspecify.annotations.Nullable;

/** The moments of one exchange and the octets it moved; monotonic nanoseconds, 0 for a part that did not happen. */
final class Timing {

    long firstNs;
    long headNs;
    long assignedNs;
    long connectedNs;
    long answerNs;
    long bytesIn;
    long bytesOut;
    /** Octets of the heads among those. */
    long headIn;

    long headOut;
    int status;
    private long attempts;
    private @Nullable ClassMeter classes;
    private long classKey;

    /** Starts the clock of an exchange. */
    void start(long newFirstNs, long nowNs, long headBytes) {
        firstNs = newFirstNs;
        headNs = nowNs;
        assignedNs = 0;
        connectedNs = 0;
        answerNs = 0;
        bytesIn = headBytes;
        headIn = headBytes;
        headOut = 0;
        bytesOut = 0;
        status = 0;
        classes = null;
    }

    /** The request belongs to a class, which hears of its end; null when classes are not told apart. */
    void of(@Nullable ClassMeter newClasses, long newClassKey) {
        classes = newClasses;
        classKey = newClassKey;
    }

    /** True while the number of the request's class means what it did when the request came. */
    boolean classLasts() {
        ClassMeter mine = classes;
        return mine != null && !mine.retired();
    }

    /** Attempts on nodes so far, of all requests that the exchange has served: tells one attempt from another. */
    long attempts() {
        return attempts;
    }

    /** A node was found; the time to connect begins, and nothing is left of an attempt before it. */
    void assigned(long nowNs) {
        assignedNs = nowNs;
        connectedNs = 0;
        answerNs = 0;
        attempts++;
    }

    /** Reports the exchange, which ends now. */
    void report(TaskMeter meter, @Nullable Node node, boolean failed, long nowNs) {
        long wt1Ns = TaskTimes.wt1Ns(headNs, assignedNs, nowNs);
        long wt2Ns = TaskTimes.wt2Ns(assignedNs, connectedNs, nowNs);
        long ptNs = answerNs == 0 ? 0 : nowNs - connectedNs;
        int slot = node == null ? -1 : node.slot();
        meter.finished(slot, status, failed, wt1Ns, wt2Ns, ptNs, nowNs - firstNs, bytesIn, bytesOut);
        if (classes != null) {
            classes.finished(classKey, status, failed, answerNs == 0 ? -1 : answerNs - connectedNs);
        }
    }
}
