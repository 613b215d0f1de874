// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.exchange.cache.CacheLoop;
import io.evenkeel.dispatcher.exchange.cache.CacheSide;
import io.evenkeel.dispatcher.exchange.cache.CacheSide.NextStep;
import io.evenkeel.dispatcher.exchange.cache.CacheUser;
import io.evenkeel.dispatcher.exchange.cache.Refresh;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import org.jspecify.annotations.Nullable;

/**
 * An exchange as a user of the cache: asks it about requests, and does for it what only an exchange can do. Threads:
 * the exchange's loop.
 */
final class ExchangeCache implements CacheUser {

    private final Exchange exchange;
    /** The cluster of the request that the cache looks at. */
    private @Nullable Cluster asked;

    ExchangeCache(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Asks for a stored answer where the route has a rule for that. */
    NextStep ask(RequestHead head, long nowNs) {
        CacheSide cached = exchange.cached;
        if (cached.isOrdered() && exchange.context.cache() != null) {
            cached.beginOrdered(exchange.context.cache(), head, nowNs);
            return NextStep.NODE;
        }
        CacheRule rule = exchange.passage.edge().cache();
        CacheLoop loop = rule == null ? null : exchange.context.cache();
        Cluster wanted = loop == null ? null : exchange.passage.cluster(head);
        if (rule == null || loop == null || wanted == null || exchange.rules().redirects()) {
            return NextStep.NODE;
        }
        asked = wanted;
        boolean proved = exchange.passage.edge().login() != null || origin().isIntroduced();
        return cached.begin(loop, rule, head, wanted.name(), proved, nowNs);
    }

    @Override
    public AnswerWriter writer() {
        return exchange.writer();
    }

    @Override
    public Origin origin() {
        return exchange.client().origin();
    }

    @Override
    public long network() {
        return origin().network();
    }

    @Override
    public HeadBuffer toNode() {
        return exchange.request.head();
    }

    @Override
    public void changed() {
        exchange.request.changed();
    }

    @Override
    public boolean requestWhole() {
        return exchange.request.whole();
    }

    @Override
    public byte[] added() {
        return exchange.passage.edge().toClient().added();
    }

    @Override
    public void serving(int status) {
        exchange.timing.status = status;
        exchange.serving();
    }

    @Override
    public void gave(long octets) {
        Timing timing = exchange.timing;
        timing.headOut = timing.headOut == 0 ? exchange.writer().headLength() : timing.headOut;
        timing.bytesOut += octets;
    }

    @Override
    public void served() {
        exchange.end.whole(false, exchange.context.loop.nowNs());
    }

    @Override
    public void cut() {
        exchange.end.cutOff(BrokenOff.CLIENT);
    }

    @Override
    public boolean refresh(Refresh order) {
        Cluster cluster = asked;
        return cluster != null && exchange.context.copies().refresh(cluster, order);
    }

    @Override
    public void goOn() {
        exchange.start.fetched();
    }

    @Override
    public void deadline(long atNs) {
        exchange.client().deadline(atNs);
    }
}
