// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.monitor.push.ClusterRegistry;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sources of all clusters, and the names of the file's nodes. Nothing is loaded and no thread runs before a
 * configuration needs it.
 *
 * <p>Threads: {@link #prepare}, {@link #begin}, {@link #abandon} and {@link #close} are serial, and the first waits for
 * the first answers; {@link #extend} and {@link #view} are for any.
 */
public final class Discoveries implements AutoCloseable {

    private final ClusterRegistry registry;
    private final Departures departures;
    private final EventLogger log;
    private final SplittableRandom random;
    private final Supplier<@Nullable NodeSourceProvider> providers;
    private final boolean runs;
    private volatile @Nullable DiscoveryThread thread;
    private final Object steps = new Object();

    private volatile Map<String, SourceRun> inForce = Map.of();
    private volatile @Nullable Map<String, SourceRun> prepared;
    private volatile @Nullable NamesRun names;
    private List<ClusterSettings> named = List.of();

    /** The names of the file's nodes, which no source can take away, by cluster. */
    private volatile Map<String, Set<String>> fixed = Map.of();

    private Map<String, Set<String>> nextFixed = Map.of();

    /** Clusters whose members do not yet follow their source. */
    private final Set<String> behind = new HashSet<>();

    /** Those of them of which the log knows; the thread alone. */
    private final Set<String> stuck = new HashSet<>();

    private long sweptNs;

    /**
     * @param registry brings the members of a cluster in line
     * @param sessions tells the sessions that a node still has
     */
    public Discoveries(
            ClusterRegistry registry,
            ToLongBiFunction<Cluster, Node> sessions,
            EventLogger log,
            SplittableRandom random) {
        this(
                registry,
                sessions,
                log,
                random,
                () -> ServiceLoader.load(NodeSourceProvider.class, Discoveries.class.getClassLoader())
                        .findFirst()
                        .orElse(null),
                true);
    }

    /** @param runs false when {@link #turn} is called from outside */
    Discoveries(
            ClusterRegistry registry,
            ToLongBiFunction<Cluster, Node> sessions,
            EventLogger log,
            SplittableRandom random,
            Supplier<@Nullable NodeSourceProvider> providers,
            boolean runs) {
        this.runs = runs;
        this.registry = registry;
        this.departures = new Departures(sessions, log);
        this.log = log;
        this.random = random;
        this.providers = providers;
    }

    /**
     * Opens the sources that clusters newly have, and waits for their first answers, for the timeout of a question at
     * most. Nothing of the present ones changes until {@link #begin}.
     *
     * @param file clusters as the file has them
     * @throws IOException when the module is missing, or a source cannot be used at all
     */
    public void prepare(Iterable<ClusterSettings> file) throws IOException {
        Map<String, SourceRun> next = new LinkedHashMap<>();
        List<SourceRun> fresh = new ArrayList<>();
        List<ClusterSettings> withNames = new ArrayList<>();
        Map<String, Set<String>> ofFile = new LinkedHashMap<>();
        try {
            for (ClusterSettings cluster : file) {
                DiscoverSettings wanted = cluster.discover();
                if (wanted != null) {
                    next.put(cluster.name(), presentOrOpened(cluster.name(), wanted, fresh));
                }
                ofFile.put(
                        cluster.name(),
                        cluster.nodes().stream().map(NodeSettings::name).collect(Collectors.toSet()));
                if (cluster.nodes().stream().anyMatch(NamesRun::isNamed)) {
                    withNames.add(cluster);
                }
            }
            FirstAnswers.await(fresh);
        } catch (IOException | RuntimeException | Error e) {
            fresh.forEach(SourceRun::close);
            throw e;
        }
        named = withNames;
        nextFixed = ofFile;
        prepared = next;
    }

    /** The source in force when its settings are the same; else a new one, which is added to the fresh ones. */
    private SourceRun presentOrOpened(String cluster, DiscoverSettings wanted, List<SourceRun> fresh)
            throws IOException {
        SourceRun present = inForce.get(cluster);
        if (present != null && present.settings().equals(wanted)) {
            return present;
        }
        SourceRun made = open(cluster, wanted);
        fresh.add(made);
        if (present != null) {
            made.roster().inherit(present.roster());
        }
        return made;
    }

    private SourceRun open(String cluster, DiscoverSettings wanted) throws IOException {
        NodeSourceProvider provider = providers.get();
        if (provider == null) {
            throw new IOException("cluster " + cluster
                    + ": 'discover' needs the jar evenkeel-discovery and its libraries, which are not there");
        }
        try {
            return new SourceRun(
                    cluster, wanted, provider.open(wanted), random.split(), log, this::wake, System.nanoTime());
        } catch (IllegalArgumentException e) {
            throw new IOException("cluster " + cluster + ", " + wanted.source().words() + ": " + e.getMessage(), e);
        }
    }

    /** Closes what {@link #prepare} has opened, because it will not be in force. */
    public void abandon() {
        close(prepared, inForce);
        prepared = null;
    }

    /** Puts in force what was prepared last. */
    public void begin() {
        Map<String, SourceRun> next = prepared;
        if (next == null) {
            return;
        }
        Map<String, SourceRun> before = inForce;
        synchronized (steps) {
            inForce = next;
            fixed = nextFixed;
            prepared = null;
            behind.addAll(next.keySet());
        }
        close(before, next);
        followNames();
        NamesRun lookups = names;
        if (runs && (!next.isEmpty() || (lookups != null && !lookups.isIdle()))) {
            DiscoveryThread present = thread;
            if (present == null) {
                present = new DiscoveryThread(this::work);
                thread = present;
                present.start();
            }
            present.wake();
        }
    }

    private void wake() {
        DiscoveryThread present = thread;
        if (present != null) {
            present.wake();
        }
    }

    private void followNames() {
        NamesRun present = names;
        if (present == null && !named.isEmpty()) {
            NodeSourceProvider provider = providers.get();
            if (provider == null) {
                log.debug(() -> "names of nodes are looked up once, because the jar evenkeel-discovery is not there");
                return;
            }
            present = new NamesRun(provider.names(), random.split(), log, this::wake);
            names = present;
        }
        if (present != null) {
            present.follow(named, System.nanoTime());
        }
    }

    private static void close(@Nullable Map<String, SourceRun> runs, Map<String, SourceRun> others) {
        if (runs != null) {
            runs.values().stream().filter(each -> !others.containsValue(each)).forEach(SourceRun::close);
        }
    }

    /**
     * A cluster of the file with the nodes that are found, and those that drain; the file's nodes win, also over one
     * whose name has the key of another.
     */
    public ClusterSettings extend(ClusterSettings file) {
        NamesRun lookups = names;
        ClusterSettings placed = lookups == null ? file : lookups.placed(file);
        Map<String, SourceRun> next = prepared;
        SourceRun run = (next == null ? inForce : next).get(file.name());
        if (run == null) {
            return placed;
        }
        List<NodeSettings> nodes = new ArrayList<>(placed.nodes());
        Set<Object> taken = new HashSet<>();
        for (NodeSettings node : placed.nodes()) {
            taken.add(Node.key(node.name()));
            taken.add(node.address());
        }
        for (NodeSettings node : run.roster().members()) {
            if (!taken.contains(Node.key(node.name())) && !taken.contains(node.address())) {
                nodes.add(node);
            }
        }
        return placed.withNodes(nodes);
    }

    /** A policy that hangs, or a fault, must not end the thread. */
    private long work(long nowNs, long nowMs) {
        try {
            return turn(nowNs, nowMs);
        } catch (LockTimeoutException e) {
            log.debug(() -> "nodes that come and go have to wait: " + e.getMessage());
        } catch (RuntimeException e) {
            log.error("the work on nodes that come and go failed", e);
        }
        return nowNs + DiscoveryThread.SWEEP_NS;
    }

    /** One turn of the thread; returns the moment of the next. */
    long turn(long nowNs, long nowMs) {
        long nextNs;
        synchronized (steps) {
            nextNs = earlier(stepSources(nowNs, nowMs), stepNames(nowNs), nowNs);
            if (nowNs - sweptNs >= DiscoveryThread.SWEEP_NS) {
                sweptNs = nowNs;
                sweep(nowNs);
            }
        }
        // a reload may hold the dispatcher's lock and want ours
        for (String cluster : takeBehind()) {
            bring(cluster);
        }
        synchronized (steps) {
            tell(nowNs);
        }
        return nextNs;
    }

    private long stepSources(long nowNs, long nowMs) {
        long nextNs = nowNs + DiscoveryThread.SWEEP_NS;
        for (SourceRun run : inForce.values()) {
            if (run.step(nowNs, nowMs)) {
                behind.add(run.cluster());
            }
            nextNs = earlier(nextNs, run.dueNs(), nowNs);
        }
        return nextNs;
    }

    private long stepNames(long nowNs) {
        NamesRun lookups = names;
        if (lookups == null) {
            return nowNs + DiscoveryThread.SWEEP_NS;
        }
        lookups.step(nowNs);
        for (Cluster cluster : registry.clusters().values()) {
            if (lookups.settle(cluster)) {
                behind.add(cluster.name());
            }
        }
        return lookups.dueNs(nowNs);
    }

    private void sweep(long nowNs) {
        for (SourceRun run : inForce.values()) {
            Cluster cluster = registry.clusters().get(run.cluster());
            if (cluster != null && departures.sweep(cluster, run, nowNs)) {
                behind.add(run.cluster());
            }
        }
    }

    private void tell(long nowNs) {
        for (SourceRun run : inForce.values()) {
            Cluster cluster = registry.clusters().get(run.cluster());
            if (cluster != null) {
                departures.tell(cluster, run, fixed.getOrDefault(run.cluster(), Set.of()), nowNs);
            }
        }
        departures.forgetGone();
    }

    private List<String> takeBehind() {
        synchronized (steps) {
            List<String> list = List.copyOf(behind);
            behind.clear();
            return list;
        }
    }

    private static long earlier(long aNs, long bNs, long nowNs) {
        return aNs - nowNs <= bNs - nowNs ? aNs : bNs;
    }

    /** Brings a cluster in line with its source; one that cannot follow now is tried again with the next turn. */
    private void bring(String cluster) {
        try {
            registry.refit(cluster);
            stuck.remove(cluster);
        } catch (IllegalStateException e) { // a policy that hangs is one
            if (stuck.add(cluster)) {
                log.warn("cluster " + cluster + " does not follow its source yet: " + e.getMessage());
            }
            synchronized (steps) {
                behind.add(cluster);
            }
        }
    }

    /** The source of each cluster at this moment. */
    public List<DiscoveryView> view() {
        return inForce.values().stream().map(SourceRun::view).toList();
    }

    @Override
    public void close() {
        DiscoveryThread present = thread;
        if (present != null) {
            present.close();
        }
        close(inForce, Map.of());
        NamesRun lookups = names;
        if (lookups != null) {
            lookups.close();
        }
    }
}
