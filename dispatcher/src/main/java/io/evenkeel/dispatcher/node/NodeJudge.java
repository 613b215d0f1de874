// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

/**
 * Hears of the tasks that say something about a node's health, and may eject or restore it.
 *
 * <p>Called outside the cluster's gate by the thread that ended the task, mostly an event loop; it may call
 * {@link Membership} and must not wait. A verdict can be late: look at the node's state again.
 */
public interface NodeJudge {

    /** A node that is up has failed as many tasks in a row as {@code ejection.consecutive} allows, or more. */
    void failing(Node node, long nowNs);

    /**
     * A node that is up has failed three tasks in a row on different paths, or more, while the last task of each other
     * node succeeded.
     */
    void failingAlone(Node node, long nowNs);

    /**
     * A node that is up, and the only one that tasks may be given to, has failed two tasks in a row, and not yet so
     * many that it is {@link #failing}.
     */
    void lastFailing(Node node, long nowNs);

    /** A task that a probing node got on probation has ended. */
    void probed(Node node, boolean succeeded, long nowNs);
}
