// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/**
 * One unit of work looking for a node: a request, or a connection where connections are assigned.
 *
 * <p>The same object comes to {@code choose}, {@code onStart} and {@code onFinish} of one task, but is used again for
 * later tasks: never keep it.
 */
public interface Task {

    /** Numbers of request classes are below this. */
    int REQUEST_CLASSES = 64;

    /** The time of this call, monotonic. */
    long nowNs();

    /** A hash of the client's address; 0 when unknown. */
    long clientKey();

    /** A hash of what is asked for: host and path without the query; 0 when unknown, as for TCP. */
    long contentKey();

    /**
     * The class of requests that this one belongs to, because its path begins as theirs do: below {@link
     * #REQUEST_CLASSES}, and 0 for one of none, as for TCP or in a cluster that tells no classes apart. A number
     * means the same for as long as a policy lives, but 0 may take its place when requests are put into other classes.
     */
    default int requestClass() {
        return 0;
    }

    /**
     * The number of the service that is asked for, by the first rule of the cluster that fits the request: below
     * {@link Services#NUMBERS}; 0 when none fits, as for TCP. It means the same in every dispatcher with these rules.
     */
    default int service() {
        return 0;
    }

    /** 0 for the first attempt, then 1, 2, … */
    int attempt();

    /** True when this choice places a whole session, so that later tasks of it cannot correct the choice. */
    boolean placesSession();

    /**
     * A hash of the session that the task belongs to: the same for all its tasks; 0 when it has
     * none, or none is known. At the end of a task that placed a session it may be the one that the answer began.
     */
    default long sessionKey() {
        return 0;
    }

    /**
     * Think time: from the last answer in the task's session to the arrival of the task here, in nanoseconds; it does
     * not grow while the task waits. A dispatcher that only knows when the last request came counts from that, in
     * whole seconds. -1 when it is not known, as for the first task of a session.
     */
    default long thinkNs() {
        return -1;
    }

    /**
     * True when the task is a whole connection, or has become one by a 101: how long it lasts is the client's doing
     * and tells nothing of the node's speed.
     */
    default boolean connection() {
        return false;
    }

    /**
     * At the end of a task: the time from its start to the head of the node's answer, nanoseconds; -1 when none came,
     * or it was not measured. The part after the head may be as slow as the client.
     */
    default long headNs() {
        return -1;
    }

    /** The number left by {@link #memo(int)} for this attempt; 0 before. */
    int memo();

    /** Leaves a number of the policy's own with the task, to be read again at {@code onFinish}. */
    void memo(int value);
}
