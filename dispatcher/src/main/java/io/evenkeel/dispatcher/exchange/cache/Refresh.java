// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache;

import io.evenkeel.dispatcher.edge.CacheRule;
import io.evenkeel.dispatcher.exchange.cache.head.Validators;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheKey;
import io.evenkeel.dispatcher.exchange.cache.memory.Fetches.Fetch;
import io.evenkeel.dispatcher.exchange.cache.memory.StoredAnswer;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Origin;

/**
 * The order to validate or fetch an answer that was used beyond its lifetime, while no client waits for it.
 *
 * @param old the answer, retained; the taker's, as is the fetch
 * @param head as nodes get it
 * @param origin of the request that found the answer
 */
public record Refresh(
        CacheRule rule,
        String cluster,
        String told,
        CacheKey key,
        StoredAnswer old,
        Fetch fetch,
        HeadBuffer head,
        Origin origin) {

    /** An order for the URL that the loop looks at. */
    static Refresh of(
            CacheLoop loop,
            CacheRule rule,
            String cluster,
            String told,
            StoredAnswer old,
            Fetch fetch,
            HeadBuffer toNode,
            Origin origin) {
        HeadBuffer head = new HeadBuffer(toNode.length() + 256);
        head.add(toNode.octets(), 0, toNode.length());
        if (old.terms().canBeConfirmed()) {
            Validators.put(old.terms(), head, loop.again);
        }
        return new Refresh(rule, cluster, told, loop.key.copy(), old, fetch, head, origin);
    }

    /** Gives back what it holds, of an order that comes to nothing. */
    public void drop() {
        old.release();
        fetch.end(true);
    }
}
