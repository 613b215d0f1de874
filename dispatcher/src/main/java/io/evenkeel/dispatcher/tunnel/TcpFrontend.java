// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Node;
import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A TCP listener at work: gives every connection to a node of its cluster.
 *
 * <p>Threads: connections come in on event loops; everything else may be called from any thread.
 */
public final class TcpFrontend implements ConnectionAcceptor {

    final Connector connector;
    final Meters meters;
    private final ToLongFunction<InetAddress> clientKey;
    private final Supplier<@Nullable AccessLog> accessLog;
    private final Set<TcpTask> open = ConcurrentHashMap.newKeySet();
    private volatile TcpRules rules;

    /**
     * @param connector makes the connections to nodes
     * @param accessLog the access log of the moment; gives null while connections are not logged
     * @param clientKey turns a client's address into the number that policies know it by
     */
    public TcpFrontend(
            Connector connector,
            TcpRules rules,
            Meters meters,
            ToLongFunction<InetAddress> clientKey,
            Supplier<@Nullable AccessLog> accessLog) {
        this.connector = connector;
        this.rules = rules;
        this.meters = meters;
        this.clientKey = clientKey;
        this.accessLog = accessLog;
    }

    @Override
    public ConnectionHandler accepted(Connection connection) {
        TcpTask task = new TcpTask(this, rules, connection);
        open.add(task);
        meters.listenerMeter(rules.listener().name(), connection.loop().index()).accepted();
        return task;
    }

    /** Sets the rules for connections from now on. */
    public void rules(TcpRules newRules) {
        rules = newRules;
    }

    /** Client connections that are open now. */
    public int openConnections() {
        return open.size();
    }

    /** Resets every connection; for the end of a drain that took too long. */
    public void abort() {
        open.forEach(task -> task.abort(null));
    }

    /** Resets every connection that has this node. */
    public void cut(Node node) {
        open.forEach(task -> task.abort(node));
    }

    @Nullable
    AccessLog accessLog() {
        return accessLog.get();
    }

    long clientKey(InetAddress address) {
        return clientKey.applyAsLong(address);
    }

    void gone(TcpTask task, TcpRules taskRules, int loop) {
        open.remove(task);
        meters.listenerMeter(taskRules.listener().name(), loop).closed();
    }
}
