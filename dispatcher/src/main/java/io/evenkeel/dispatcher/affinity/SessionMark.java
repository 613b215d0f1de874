// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import io.evenkeel.dispatcher.affinity.store.LoopSessions;
import io.evenkeel.dispatcher.affinity.store.StoreQuestion;
import io.evenkeel.dispatcher.affinity.table.SessionKey;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Mark of a request: its session, and the node that it says to have that. Read when the request comes, kept until the
 * head of its answer is there. One for each exchange, used again for the next request. Threads: the exchange's loop.
 */
public final class SessionMark {

    private static final long NS_PER_S = 1_000_000_000L;
    private static final long RESPONSE_NS = 200_000_000L;

    private final SessionKey session = new SessionKey();
    private final SessionKey shared = new SessionKey();
    private @Nullable LoopSessions store;
    private @Nullable StoreQuestion question;
    private @Nullable ClusterAffinity affinity;
    private MarkKind kind = MarkKind.NONE;
    private long home;
    private long replica;
    private boolean renew;
    private boolean https;
    private long client;
    private boolean hasSession;
    private long sessionNode;
    private boolean isKnown;
    private long begun;
    private long sinceAnswerNs = -1;

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
        ResponseTimes times = mine.times();
        if (times != null) {
            times.read(head, origin, this);
        }
    }

    /**
     * Asks the store of sessions for the node, when the request has a session that this dispatcher does not know.
     *
     * @param then is run once, on the loop and after this call, when the mark is as good as it gets in time; not
     *     after {@link #clear}
     * @return false when there is nothing to wait for
     */
    public boolean ask(Runnable then) {
        LoopSessions mine = store;
        if (mine == null) {
            return false;
        }
        store = null;
        question = mine.ask(session, shared, node -> {
            if (node != 0) {
                sessionNode = node;
                at(node, 0, false);
            }
            then.run();
        });
        return question != null;
    }

    /** Forgets the request. */
    public void clear() {
        StoreQuestion open = question;
        if (open != null) {
            open.cancel();
        }
        question = null;
        store = null;
        affinity = null;
        hasSession = false;
        sessionNode = 0;
        isKnown = false;
        begun = 0;
        sinceAnswerNs = -1;
        nothing(MarkKind.NONE);
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
        if (mine.times() != null) {
            mine.times().answered(this, head);
        }
    }

    /** The request has a session, {@link #session}; node is the key of its node, 0 when that is not known. */
    void sent(long node) {
        hasSession = true;
        sessionNode = node;
        isKnown = node != 0;
    }

    /** The session is not known, or its node is gone; other dispatchers may have given it one. */
    void unknown(LoopSessions others) {
        store = others;
    }

    /** True when the store was asked for the session's node, and the request went on before it answered. */
    boolean isUndecided() {
        return question != null && question.isLate();
    }

    /**
     * Runs something with what the store knows of the session's node, its key or 0, as soon as it tells.
     *
     * @throws IllegalStateException when the store was not asked
     */
    void whenDecided(LongConsumer todo) {
        StoreQuestion open = question;
        if (open == null) {
            throw new IllegalStateException("no question to a store");
        }
        open.whenAnswered(todo);
    }

    /** The answer begins a session, with this key. */
    void began(long newKey) {
        begun = newKey;
    }

    /** The request tells when the last answer of its session came; -1 when it does not. */
    void thought(long newSinceAnswerNs) {
        sinceAnswerNs = newSinceAnswerNs;
    }

    /** The request tells of no node that counts. */
    void nothing(MarkKind why) {
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
        kind = MarkKind.HOME;
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
    public MarkKind kind() {
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
     * {@link io.evenkeel.policy.Task#thinkNs}: from the last answer of the session to this request, in tenths of a
     * second, if a cookie tells; else from its last request, in whole seconds; -1 when this dispatcher has not seen the
     * session before, either. A cookie that tells of more than there was since the last request is an old one.
     */
    public long thinkNs() {
        if (!isKnown) {
            return sinceAnswerNs;
        }
        long sinceRequestNs = session.idleSeconds() * NS_PER_S;
        boolean isRecent = sinceAnswerNs >= 0 && sinceAnswerNs < sinceRequestNs + NS_PER_S;
        return isRecent ? sinceAnswerNs : sinceRequestNs;
    }

    /**
     * Time since the last request of the session: within half a second where this dispatcher has seen it; where only
     * a cookie tells of the last answer, as if that had taken 200 ms. -1 when nothing is known.
     */
    public long idleNs() {
        if (isKnown) {
            return session.idleSeconds() * NS_PER_S;
        }
        return sinceAnswerNs < 0 ? -1 : sinceAnswerNs + RESPONSE_NS;
    }

    /** The application's session, while {@link #hasSession}. */
    SessionKey session() {
        return session;
    }

    /** The same session as the store knows it; set where there is a store. */
    SessionKey shared() {
        return shared;
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
