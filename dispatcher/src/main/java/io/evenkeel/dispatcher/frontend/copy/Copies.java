// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.copy;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.listener.ClientTimeouts;
import io.evenkeel.config.listener.ConnectionLimits;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.PathRule;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.dispatcher.edge.Router;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.exchange.cache.Refresh;
import io.evenkeel.dispatcher.exchange.copy.CopyTaker;
import io.evenkeel.dispatcher.exchange.copy.MirrorCopy;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.node.Cluster;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The copies of one event loop that are under way, and the requests of its cache that no client waits for: a bounded
 * number, each of a bounded size, and a bounded number of octets for all copies together, from their first octet until
 * their answer is over. So neither a mirror that is slow or away nor clients that send slowly take more memory than
 * that.
 */
public final class Copies implements CopyTaker {

    /** The first request has already been given what is said of its origin, and that stays. */
    private static final ForwardSettings AS_IT_IS =
            new ForwardSettings(false, false, false, EnumSet.allOf(OriginField.class));

    /** The most requests of the cache under way. */
    private static final int MOST_REFRESHING = 64;

    /** The part of the heap that copies may hold; buffers that grow may take as much again. */
    private static final int SHARE_OF_HEAP = 16;

    /** The most octets of the body of an answer, and of interim answers before it, that a copy takes. */
    private static final long LONGEST_ANSWER = 16 << 20;

    private static final String UNREADABLE = "a head that was written cannot be read, so its request is not sent";

    /** Clusters of earlier configurations are forgotten when there are so many. */
    private static final int MOST_RULES = 64;

    private final LoopContext context;
    private final SplittableRandom random;
    private final Map<Cluster, ListenerRules> rules = new HashMap<>();
    private int underWay;
    private int refreshing;
    private long most;
    private long held;

    private Copies(LoopContext context, long seed) {
        this.context = context;
        this.random = new SplittableRandom(seed);
        this.most = Runtime.getRuntime().maxMemory()
                / SHARE_OF_HEAP
                / context.loop().count();
    }

    /**
     * Takes the copies of a loop.
     *
     * @param seed of the choice of a share
     * @return the context
     */
    public static LoopContext of(LoopContext context, long seed) {
        context.copies(new Copies(context, seed));
        return context;
    }

    /** Sets the octets that copies may hold together. */
    public void bound(long octets) {
        most = octets;
    }

    /** Octets that copies hold. */
    public long held() {
        return held;
    }

    @Override
    public boolean wants(MirrorSettings rule) {
        boolean wanted = underWay < rule.inFlight() && (rule.share() >= 1 || random.nextDouble() < rule.share());
        if (wanted) {
            underWay++;
        }
        return wanted;
    }

    @Override
    public void take(MirrorCopy copy) {
        context.loop().execute(() -> send(copy));
    }

    @Override
    public boolean hold(int octets) {
        if (held + octets > most) {
            return false;
        }
        held += octets;
        return true;
    }

    @Override
    public void drop(long octets) {
        underWay--;
        held -= octets;
    }

    @Override
    public boolean refresh(Cluster cluster, Refresh order) {
        if (refreshing >= MOST_REFRESHING) {
            return false;
        }
        refreshing++;
        context.loop().execute(() -> send(cluster, order));
        return true;
    }

    private void send(Cluster cluster, Refresh order) {
        boolean mine = true;
        try {
            ListenerRules all = rulesOf(cluster);
            CopyStream stream = new CopyStream(
                    context,
                    order.head(),
                    new HeadBuffer(0),
                    order.origin(),
                    Long.MAX_VALUE,
                    patienceNs(cluster),
                    () -> refreshing--);
            mine = false;
            if (!stream.begin(all, order)) {
                context.loop().events().exchange().error(UNREADABLE);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            refreshing--;
            context.loop().events().exchange().error("a stored answer could not be refreshed", e);
            if (mine) {
                order.drop();
            }
        }
    }

    private void send(MirrorCopy copy) {
        try {
            CopyStream stream = new CopyStream(
                    context,
                    copy.head(),
                    copy.body(),
                    copy.origin(),
                    LONGEST_ANSWER,
                    patienceNs(copy.cluster()),
                    () -> drop(copy.held()));
            if (!stream.begin(rulesOf(copy.cluster()), null)) {
                context.loop().events().exchange().error(UNREADABLE);
            }
        } catch (RuntimeException | OutOfMemoryError e) {
            drop(copy.held());
            context.loop().events().exchange().error("a copy of a request could not be sent", e);
        }
    }

    /** Twice a node's longest silence: the time from the beginning to the whole answer, with the wait in the queue. */
    private static long patienceNs(Cluster cluster) {
        return 2 * cluster.settings().timeouts().response().toNanos();
    }

    private ListenerRules rulesOf(Cluster cluster) {
        if (rules.size() > MOST_RULES) {
            rules.clear();
        }
        return rules.computeIfAbsent(cluster, Copies::rules);
    }

    static ForwardSettings forward() {
        return AS_IT_IS;
    }

    /** Rules that change nothing. */
    private static ListenerRules rules(Cluster cluster) {
        RouteSettings all = new RouteSettings(null, null, cluster.name());
        ListenerSettings settings = new ListenerSettings(
                "mirror",
                new HostPort("127.0.0.1", 0),
                Protocol.HTTP,
                List.of(all),
                ClientTimeouts.DEFAULTS,
                RequestLimits.NONE,
                ConnectionLimits.DEFAULTS,
                List.of(),
                false,
                AS_IT_IS,
                HeaderSettings.NONE,
                PathRule.RAW);
        Router router = new Router(settings.routes(), settings.paths(), name -> cluster);
        return ListenerRules.of(settings, router, Set.of());
    }
}
