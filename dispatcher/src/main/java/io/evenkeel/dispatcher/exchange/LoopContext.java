// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.affinity.LoopAffinities;
import io.evenkeel.dispatcher.backend.NodePools;
import io.evenkeel.dispatcher.certificate.Challenges;
import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.exchange.cache.CacheLoop;
import io.evenkeel.dispatcher.exchange.cache.memory.ContentCache;
import io.evenkeel.dispatcher.exchange.client.ClientStream;
import io.evenkeel.dispatcher.exchange.copy.CopyTaker;
import io.evenkeel.dispatcher.exchange.head.ClusterRules;
import io.evenkeel.dispatcher.exchange.head.HeadMemory;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.ResponseWriter;
import io.evenkeel.dispatcher.http.body.SentMemory;
import io.evenkeel.dispatcher.http.text.DateLine;
import io.evenkeel.dispatcher.log.access.AccessEntry;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.monitor.Piggyback;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.protection.LoopProtection;
import io.evenkeel.dispatcher.task.Home;
import io.evenkeel.dispatcher.trace.RequestTrace.EpochNs;
import io.evenkeel.dispatcher.trace.TraceParent;
import io.evenkeel.dispatcher.trace.Tracing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Readers, writers and scratch space that all exchanges of an event loop use in turn, so that an exchange is small.
 *
 * <p>A user gives each of them back before the present event is done. Threads: its loop.
 */
public final class LoopContext {

    private static final int SCRATCH = 4 * 1024;
    private static final int SHARE_FOR_SENT_BODIES = 8;
    private static final long NS_PER_S = 1_000_000_000;
    private static final int MOST_SPARE_EXCHANGES = 256;

    private final RequestHead requestHead = new RequestHead();
    /** Reads heads again for the access log, while the other reader may be in use. */
    final RequestHead loggedHead = new RequestHead();

    /** Reads traces for the access log. */
    final TraceParent loggedTrace = new TraceParent();

    /** Makes a time of the loop one since 1970. */
    final EpochNs epochNs;

    /** Reads paths for routes. */
    final RoutePath routePath = new RoutePath();

    /** Room for the target that a node gets, while the request begins. */
    final HeadBuffer target = new HeadBuffer(256);

    final ResponseHead responseHead = new ResponseHead();
    private final HeadBuffer answer = new HeadBuffer(1024);
    final DateLine date;
    private final ResponseWriter responseWriter;
    final NodePools pools;
    final Piggyback piggyback;
    final LoopAffinities affinities;
    final Challenges challenges;
    final LoopProtection loopProtection;
    final Loop loop;

    /** Copies of bodies for nodes that may refuse them: an eighth of the direct memory, each loop its part. */
    final SentMemory sentBodies;

    private final HeadMemory heads;
    final InstantSource clock;
    private final Supplier<@Nullable AccessLog> accessLog;
    private final Supplier<@Nullable Tracing> tracing;
    private final Meters meters;
    /** Rules by cluster and not by name, since a cluster that was removed and added again has other meters. */
    private final Map<Cluster, ClusterRules> clusterRules = new WeakHashMap<>();

    private final String idPrefix;
    private final ArrayDeque<Exchange> spareExchanges = new ArrayDeque<>();
    private @Nullable AccessEntry accessEntry;
    private CopyTaker copies = CopyTaker.NONE;
    private @Nullable Supplier<ContentCache> caches;
    private @Nullable CacheLoop cache;
    private byte[] scratch = new byte[SCRATCH];
    private long ids;

    /**
     * @param piggyback reads the load reports of answers; the loop's own
     * @param challenges those that are answered in the place of nodes
     * @param loopProtection says when requests are refused for want of memory, descriptors or time
     * @param accessLog the access log of the moment; gives null while requests are not logged
     * @param tracing the rules of the moment for traces; gives null while no request is traced
     */
    public LoopContext(
            Loop loop,
            NodePools pools,
            Piggyback piggyback,
            Meters meters,
            InstantSource clock,
            LoopAffinities affinities,
            Challenges challenges,
            LoopProtection loopProtection,
            Supplier<@Nullable AccessLog> accessLog,
            Supplier<@Nullable Tracing> tracing) {
        this.tracing = tracing;
        this.epochNs = () -> {
            Instant now = clock.instant();
            return now.getEpochSecond() * NS_PER_S + now.getNano() - loop.nowNs();
        };
        this.piggyback = piggyback;
        this.affinities = affinities;
        this.challenges = challenges;
        this.loopProtection = loopProtection;
        this.accessLog = accessLog;
        this.loop = loop;
        this.sentBodies = new SentMemory(PlatformDependent.maxDirectMemory() / SHARE_FOR_SENT_BODIES / loop.count());
        this.clock = clock;
        this.pools = pools;
        this.meters = meters;
        this.date = new DateLine(clock);
        this.responseWriter = new ResponseWriter(date);
        this.heads = HeadMemory.of(loop);
        this.idPrefix = Long.toString(clock.millis(), 36) + Integer.toString(loop.index(), 36) + "-";
    }

    public Loop loop() {
        return loop;
    }

    /** The reader of request heads; what it has read is good until the next head of any connection. */
    public RequestHead requestHead() {
        return requestHead;
    }

    /** Copies octets to an array that is good until the next call; the copy starts at index 0. */
    public byte[] scratch(ByteBuf in, int from, int length) {
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, scratch.length * 2)];
        }
        in.getBytes(from, scratch, 0, length);
        return scratch;
    }

    /**
     * An exchange for the requests of a stream, the caller's until {@link #giveExchange}. Clients between two requests
     * need none.
     *
     * @param home the home of the client's connection
     */
    public Exchange takeExchange(ClientStream stream, Home home) {
        Exchange spare = spareExchanges.pollLast();
        Exchange taken = spare == null ? new Exchange(this) : spare;
        taken.serve(stream, home);
        return taken;
    }

    /**
     * Takes an exchange back whose request is over; few enough are kept, and those hold nothing of the configuration.
     *
     * @return false when it is not to be used again, because it still waits for something
     */
    public boolean giveExchange(Exchange exchange) {
        if (!exchange.leaveClient()) {
            return false;
        }
        if (spareExchanges.size() < MOST_SPARE_EXCHANGES) {
            spareExchanges.addLast(exchange);
        }
        return true;
    }

    /** The memory of the heads of requests under way. */
    public HeadMemory heads() {
        return heads;
    }

    /** Sets the taker of copies of the loop's requests. */
    public void copies(CopyTaker taker) {
        copies = taker;
    }

    CopyTaker copies() {
        return copies;
    }

    /** Sets where the cache comes from that the routes with a rule for it use. */
    public void cache(Supplier<ContentCache> source) {
        caches = source;
    }

    /** The cache, made for the first request that wants it; null where there is none. */
    @Nullable
    CacheLoop cache() {
        CacheLoop mine = cache;
        Supplier<ContentCache> source = caches;
        if (mine == null && source != null) {
            mine = new CacheLoop(source.get(), loop, date, clock);
            cache = mine;
        }
        return mine;
    }

    /** Room for a line of the access log, good until the next call. */
    AccessEntry accessEntry() {
        AccessEntry entry = accessEntry;
        if (entry == null) {
            entry = new AccessEntry();
            accessEntry = entry;
        }
        return entry;
    }

    /** The Date field of the moment. */
    public DateLine date() {
        return date;
    }

    /** The writer of heads for clients of HTTP/1. */
    public ResponseWriter responseWriter() {
        return responseWriter;
    }

    /** Room for the head of an answer, good until the next head of any connection. */
    public HeadBuffer answerHead() {
        return answer;
    }

    /** An empty buffer of the caller's own. */
    public ByteBuf allocate(int length) {
        return ByteBufAllocator.DEFAULT.directBuffer(length, length);
    }

    /** A growing buffer of the caller's own, with what is readable and the headroom of a read in front of it. */
    public ByteBuf roomy(ByteBuf in) {
        int capacity = Connection.HEADROOM + Math.max(1024, in.readableBytes() * 2);
        ByteBuf room = ByteBufAllocator.DEFAULT.directBuffer(capacity);
        room.setIndex(Connection.HEADROOM, Connection.HEADROOM);
        return room.writeBytes(in);
    }

    /** The rules of a cluster as its settings have them now, made ready. */
    ClusterRules rules(Cluster cluster) {
        ClusterRules known = clusterRules.get(cluster);
        if (known == null) {
            known = new ClusterRules(cluster.name(), meters, loop.index());
            clusterRules.put(cluster, known);
        }
        known.follow(cluster.settings());
        return known;
    }

    @Nullable
    AccessLog accessLog() {
        return accessLog.get();
    }

    /** The rules for traces; null while no request is traced. */
    @Nullable
    Tracing tracing() {
        return tracing.get();
    }

    /** An identifier that no other request of this process has; token characters. */
    String nextId() {
        return idPrefix + Long.toString(++ids, 36);
    }
}
