// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * The words of a request on the node of its session: read when it comes, kept until the head of its answer is there.
 * One for each exchange, used again for the next request. Threads: the exchange's loop.
 */
public final class SessionClaim {

    private @Nullable Affinity affinity;
    private ClaimKind kind = ClaimKind.NONE;
    private long home;
    private long replica;
    private boolean renew;
    private boolean https;

    /**
     * Reads what a request says, by the rules of the cluster that it goes to.
     *
     * @param origin that of the client's connection
     */
    public void read(LoopAffinities affinities, Cluster cluster, RequestHead head, Origin origin) {
        clear();
        affinity = affinities.of(cluster);
        if (affinity != null) {
            https = origin.isHttps(head);
            affinity.read(head, this);
        }
    }

    /** Forgets the request. */
    public void clear() {
        affinity = null;
        nothing(ClaimKind.NONE);
    }

    /** Adds to the head of a final answer, or of a 101, the client's new mark if it needs one, and learns from it. */
    public void answered(Node node, ResponseHead head) {
        Affinity mine = affinity;
        if (mine != null) {
            mine.answered(this, node, head);
        }
    }

    /** The request tells of no node that counts. */
    void nothing(ClaimKind why) {
        kind = why;
        home = 0;
        replica = 0;
        renew = false;
    }

    /**
     * The request tells of a node.
     *
     * @param newReplica key of a node that has a copy of the session; 0 for none
     * @param newRenew true when the client is to get a fresh mark even if the node stays
     */
    void at(long newHome, long newReplica, boolean newRenew) {
        kind = ClaimKind.HOME;
        home = newHome;
        replica = newReplica;
        renew = newRenew;
    }

    /** True when clients of the cluster are tied to nodes. */
    public boolean counts() {
        return affinity != null;
    }

    /** True when no other node than {@link #home} may serve the request. */
    public boolean strict() {
        return affinity != null && affinity.strict() && home != 0;
    }

    /** The judgement on the request's mark. */
    public ClaimKind kind() {
        return kind;
    }

    /** Key of the session's node; 0 for none. */
    public long home() {
        return home;
    }

    /** Key of a node that has a copy of the session; 0 for none. */
    public long replica() {
        return replica;
    }

    /** True when the client is to get a fresh mark even if its node stays. */
    boolean renew() {
        return renew;
    }

    /** True when the client came by https, as far as is known. */
    boolean https() {
        return https;
    }
}
