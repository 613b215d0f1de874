// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.AgentSettings;
import io.evenkeel.dispatcher.backend.NodeDial;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.NodeSample;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ScheduledFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent of one node for samples (paper 1, TAPR-04b and -05). Nodes in maintenance are not asked.
 *
 * <p>Address: the configured port on the node's host; else the port of its own that the agent announces, since a server
 * whose workers are all busy cannot answer; else the node's address. An announced port where nobody answers, or
 * somebody else, is left alone for a minute, unless the agent starts again or the node's address fails as well. While
 * tasks wait for a node it asks more often ({@link #hasten}). Everything but that, {@link #refresh} and {@link #stop}
 * is on the loop.
 */
final class AgentPull implements AgentLink.AgentLinkOwner {

    private static final long AVOIDED_FOR_NS = 60_000_000_000L;
    private static final long HASTE_FOR_NS = 1_000_000_000;
    private static final int MOST_HASTE = 10;

    private final Engine engine;
    private final Monitor monitor;
    private final Cluster cluster;
    private final Node node;
    private final NodeWatch watch;
    private final Loop loop;
    private final PullPlan plan;
    private final AgentLink link;
    private final NodeSample sample = new NodeSample();

    private volatile boolean stopped;
    private volatile long hasteNs;
    private volatile long hastyIntervalNs;
    private boolean asking;
    private long sentNs;
    private @Nullable ScheduledFuture<?> next;
    /** True when the last failure was an answer. */
    private boolean spoke;

    private boolean onAnnounced;
    private int provenPort;
    private int avoidedPort;
    private long avoidedEpochMs;
    private long avoidedNs;
    /** An agent that names another port in each answer is not followed more often than once an interval. */
    private boolean followed;

    private long followedNs;

    @SuppressWarnings("ThisEscapedInObjectConstruction") // the link only keeps the reference
    AgentPull(
            Engine engine,
            Loop loop,
            Monitor monitor,
            Cluster cluster,
            Node node,
            NodeWatch watch,
            RandomGenerator random) {
        this.engine = engine;
        this.monitor = monitor;
        this.cluster = cluster;
        this.node = node;
        this.watch = watch;
        this.loop = loop;
        this.plan = new PullPlan(random);
        this.link = new AgentLink(loop, this);
    }

    /** Looks whether to ask now: the first time and when settings have changed. */
    void refresh() {
        loop.execute(() -> {
            if (!asking) {
                turn();
            }
        });
    }

    /**
     * Tasks wait for a node: for a second, questions come as often as this where they come more rarely, and ten times
     * as often as usual at most.
     */
    void hasten(long intervalNs, long nowNs) {
        hastyIntervalNs = intervalNs;
        hasteNs = nowNs;
        refresh();
    }

    void stop() {
        stopped = true;
        loop.execute(() -> {
            cancelNext();
            link.end();
        });
    }

    private void cancelNext() {
        if (next != null) {
            next.cancel(false);
            next = null;
        }
    }

    private void turn() {
        cancelNext();
        AgentSettings settings = cluster.settings().agent();
        if (stopped || settings == null) {
            return;
        }
        long nowNs = loop.nowNs();
        boolean wanted = node.state() != NodeState.MAINT;
        long waitNs = plan.waitNs(settings, intervalNs(settings, nowNs), watch.sinceUnaskedNs(nowNs), alive(), nowNs);
        // Reports that come with answers arm nothing: only an agent that has answered a question can fall silent.
        boolean isNews = announced(settings) != null && watch.agentPort() != provenPort;
        boolean rested = !followed || nowNs - followedNs >= settings.interval().toNanos();
        if (wanted && isNews && rested && !plan.failing()) {
            followed = true;
            followedNs = nowNs;
            waitNs = 0;
        }
        if (wanted && waitNs == 0) {
            ask(settings, nowNs);
            return;
        }
        // Never sleeps long: samples that come unasked change what is due, and silence must be noticed in time.
        long sleepNs = Math.min(settings.interval().toNanos(), wanted ? waitNs : Long.MAX_VALUE);
        if (wanted && plan.failing()) {
            sleepNs = Math.min(sleepNs, watch.lookForSilence(nowNs));
        }
        next = loop.after(Math.max(1_000_000, sleepNs), this::turn);
    }

    private long intervalNs(AgentSettings settings, long nowNs) {
        long usualNs = settings.interval().toNanos();
        boolean haste = hastyIntervalNs > 0 && nowNs - hasteNs < HASTE_FOR_NS && !plan.failing();
        return haste ? Math.min(usualNs, Math.max(hastyIntervalNs, usualNs / MOST_HASTE)) : usualNs;
    }

    private boolean alive() {
        long failedNs = plan.failedNs();
        return spoke || node.answeredNs() - failedNs > 0 || node.upSinceNs() - failedNs > 0;
    }

    private void ask(AgentSettings settings, long nowNs) {
        asking = true;
        plan.asked(nowNs);
        spoke = false;
        InetSocketAddress announced = announced(settings);
        onAnnounced = announced != null;
        ask(settings, announced != null ? announced : configured(settings));
    }

    private void ask(AgentSettings settings, InetSocketAddress address) {
        HostPort host = new HostPort(node.settings().address().host(), address.getPort());
        String token = settings.token() == null ? "" : "Authorization: Bearer " + settings.token() + "\r\n";
        sentNs = loop.nowNs();
        // The agent's own port speaks plain HTTP/1.1.
        Connector way = address.equals(node.address()) ? NodeDial.asking(engine, cluster, node, null) : engine;
        link.ask(
                way,
                address,
                "GET " + settings.path() + " HTTP/1.1\r\nHost: " + host
                        + "\r\nUser-Agent: evenkeel-dispatcher\r\nAccept: application/json\r\n" + token + "\r\n",
                settings.timeout());
    }

    private InetSocketAddress configured(AgentSettings settings) {
        InetAddress host = node.address().getAddress();
        return settings.port() == 0 || host == null ? node.address() : new InetSocketAddress(host, settings.port());
    }

    /** The port that the agent says it has; null when it has none, or none that can be reached. */
    private @Nullable InetSocketAddress announced(AgentSettings settings) {
        int port = watch.agentPort();
        InetAddress host = node.address().getAddress();
        boolean avoided =
                port == avoidedPort && watch.epochMs() == avoidedEpochMs && loop.nowNs() - avoidedNs < AVOIDED_FOR_NS;
        return settings.port() != 0 || port == 0 || avoided || host == null ? null : new InetSocketAddress(host, port);
    }

    @Override
    public void answered(int status, byte[] octets, int length) {
        spoke = true;
        boolean readable = status == 200 && JsonSample.read(octets, 0, length, sample);
        if (status != 200) {
            failed("status " + status + (status == 401 || status == 403 ? "; is the token right?" : ""), false);
            return;
        }
        if (!readable && !watch.pulled()) {
            failed("its answer is not a sample", false);
            return;
        }
        if (onAnnounced && readable && isOther(sample)) {
            failed("another agent answers at the port it announced", false);
            return;
        }
        asking = false;
        plan.answered();
        if (onAnnounced) {
            provenPort = watch.agentPort();
        }
        long nowNs = loop.nowNs();
        watch.pullTook(nowNs - sentNs);
        if (readable) {
            watch.sample(sample, SampleSource.PULL, nowNs);
        } else {
            watch.unreadable(SampleSource.PULL, "the answer of its agent is not a sample", nowNs);
        }
        monitor.lookForBlindness(cluster);
        turn();
    }

    /**
     * True when who answers at the announced port is not who announced it: after a restart an agent can have the port
     * that another one on the same machine had before. The node's own address tells who is right.
     */
    private boolean isOther(NodeSample answer) {
        long known = watch.epochMs();
        return known != 0 && answer.epochMs() != 0 && answer.epochMs() != known;
    }

    @Override
    public void failed(String why, boolean refused) {
        AgentSettings settings = cluster.settings().agent();
        if (onAnnounced) {
            int port = watch.agentPort();
            // Somebody else may have the port by now, or a firewall closes it: one failure in time is silence, another
            // one a doubt in the port.
            boolean unproven = port != provenPort || spoke || plan.failing();
            if (unproven) {
                provenPort = 0;
                avoidedPort = port;
                avoidedEpochMs = watch.epochMs();
                avoidedNs = loop.nowNs();
            }
            if ((refused || unproven) && settings != null && !stopped) {
                onAnnounced = false;
                ask(settings, node.address());
                return;
            }
        } else {
            avoidedPort = 0;
        }
        asking = false;
        long nowNs = loop.nowNs();
        plan.failed(nowNs);
        watch.pullFailed(why, nowNs);
        monitor.lookForBlindness(cluster);
        turn();
    }
}
