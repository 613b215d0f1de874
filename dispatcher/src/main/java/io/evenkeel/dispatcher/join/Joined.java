// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.node.NodeOrder;

/** A dispatcher's membership among joined ones. Any thread. */
public interface Joined extends AutoCloseable {

    /** Tells the others what this dispatcher does from now on, and counts what they do. */
    void begin();

    /**
     * Hands an order that an administrator gave here to the others, a fifth of a second later at most. Returns at once.
     */
    void told(String cluster, String node, NodeOrder order);

    /**
     * Has all members read their configurations again: when each of them accepts its own, all put it in force, else
     * nobody does. Takes up to half a minute.
     */
    ReloadResult reloadAll();

    /**
     * Has all other members cut what a node has in flight with them, once they know the orders that were told here.
     * Waits for their answers, three seconds at most.
     */
    CutResult cut(String cluster, String node);

    /** A node as all other members see it. */
    Elsewhere elsewhere(String cluster, String node);

    /** The members at this moment. */
    JoinView view();

    /** Says goodbye and leaves, for a second or two. */
    @Override
    void close();
}
