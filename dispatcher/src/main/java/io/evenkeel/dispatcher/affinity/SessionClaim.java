// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import org.jspecify.annotations.Nullable;

/**
 * Session of a request, and the node that it says to have that: read when it comes, kept until the head of its answer
 * is there. One for each exchange, used again for the next request. Threads: the exchange's loop.
 */
public final class SessionClaim {

    private static final long NS_PER_S = 1_000_000_000L;

    private final SessionKey session = new SessionKey();
    private @Nullable ClusterAffinity affinity;
    private ClaimKind kind = ClaimKind.NONE;
    private long home;
    private long replica;
    private boolean renew;
    private boolean https;
    private long client;
    private boolean hasSession;
    private long sessionNode;
    private long begun;

    /**
     * Reads what a request says, by the rules of the cluster that it goes to.
     *
     * @param origin that of the client's connection
     * @param clientKey hash of the client's address
     */
    public void read(LoopAffinities affinities, Cluster cluster, RequestHead head, Origin origin, long clientKey) {
        clear();
        ClusterAffinity mine = affinities.of(cluster);
        affinity = mine;
        mine.sessions().read(head, this);
        Affinity ties = mine.ties();
        if (ties != null) {
            client = clientKey;
            ties.read(head, origin, this);
        }
    }

    /** Forgets the request. */
    public void clear() {
        affinity = null;
        hasSession = false;
        sessionNode = 0;
        begun = 0;
        nothing(ClaimKind.NONE);
    }

    /** Adds to the head of a final answer, or of a 101, the client's new mark if it needs one, and learns from it. */
    public void answered(Node node, ResponseHead head) {
        ClusterAffinity mine = affinity;
        if (mine == null) {
            return;
        }
        mine.sessions().answered(this, node, head);
        if (mine.ties() != null) {
            mine.ties().answered(this, node, head);
        }
    }

    /** The request has a session, {@link #session}; node is the key of its node, 0 when that is not known. */
    void sent(long node) {
        hasSession = true;
        sessionNode = node;
    }

    /** The answer begins a session, with this key. */
    void began(long newKey) {
        begun = newKey;
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
    public boolean ties() {
        return affinity != null && affinity.ties() != null;
    }

    /** True when no other node than {@link #home} may serve the request. */
    public boolean strict() {
        return affinity != null && affinity.ties() != null && affinity.ties().strict() && home != 0;
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

    /**
     * {@link io.evenkeel.policy.Task#sessionKey}: a hash of the application's session, once the answer has
     * come of the one that it begins; 0 when there is none.
     */
    public long sessionKey() {
        return begun != 0 ? begun : hasSession ? session.high() : 0;
    }

    /**
     * {@link io.evenkeel.policy.Task#thinkNs}: from the last request of the session to this one, in whole seconds; -1
     * when the session is not known.
     */
    public long thinkNs() {
        return sessionNode == 0 ? -1 : session.idleSeconds() * NS_PER_S;
    }

    /** The application's session, while {@link #hasSession}. */
    SessionKey session() {
        return session;
    }

    /** True when the request has a session of the application. */
    boolean hasSession() {
        return hasSession;
    }

    /** Key of the node that has the application's session; 0 when that is not known. */
    long sessionNode() {
        return sessionNode;
    }

    /** Hash of the client's address. */
    long client() {
        return client;
    }

    /** True when the client is to get a fresh mark even if its node stays. */
    boolean renew() {
        return renew;
    }

    /** True when the client came by https, as far as is known and wanted. */
    boolean https() {
        return https;
    }

    void https(boolean newHttps) {
        https = newHttps;
    }
}
