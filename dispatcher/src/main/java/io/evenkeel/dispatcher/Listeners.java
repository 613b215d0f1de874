// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.Settings;
import io.evenkeel.config.listener.ConnectionLimits;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.ProcessLimits;
import io.evenkeel.config.tls.Identity;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.ServerCertificate;
import io.evenkeel.dispatcher.admission.Admission;
import io.evenkeel.dispatcher.admission.AdmissionLimits;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.Listener;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.listener.OpenClients;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.mcmp.McmpService;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.tls.ListenerCertificates;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The open listeners; makes them follow the configuration. Reload is serial; reading is for any thread. */
final class Listeners {

    /** The time between two looks whether a drain has ended. */
    private static final long LOOK_MS = 20;

    /** The time for connections to end that were cut off. */
    private static final long ABORT_NS = TimeUnit.SECONDS.toNanos(1);

    /** One open listener. */
    private record Open(ListenerSettings settings, Listener socket, ListenerRuntime plane) {}

    private final Engine engine;
    private final List<LoopContext> contexts;
    private final Meters meters;
    private final Affinities affinities;
    private final Supplier<@Nullable AccessLog> accessLog;
    private final ListenerCertificates certificates;
    private final McmpService mcmp;
    private volatile Map<String, Open> open = Map.of();
    /** Listeners that a reload has removed and that may still have connections. */
    private final List<ListenerRuntime> leaving = new CopyOnWriteArrayList<>();

    Listeners(
            Engine engine,
            List<LoopContext> contexts,
            Meters meters,
            Affinities affinities,
            Supplier<@Nullable AccessLog> accessLog,
            ListenerCertificates certificates,
            McmpService mcmp) {
        this.mcmp = mcmp;
        this.accessLog = accessLog;
        this.certificates = certificates;
        this.engine = engine;
        this.contexts = contexts;
        this.meters = meters;
        this.affinities = affinities;
    }

    /**
     * Everything new that settings need, open and not in force.
     *
     * @param sockets by the name of the listener
     * @param fresh the data planes behind them
     * @param certificates of all listeners
     */
    record Bound(
            Map<String, Listener> sockets,
            Map<String, ListenerRuntime> fresh,
            ListenerCertificates.Next certificates) {}

    /**
     * Makes the contexts of certificates and opens the addresses that are new, without touching what is open.
     *
     * @throws IOException when a certificate cannot be used or an address not be bound; then none of them is open
     */
    Bound bind(Settings next, Map<String, Cluster> clusters) throws IOException {
        Bound bound = new Bound(
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                certificates.prepare(next.listeners(), next.clusterKey()));
        Set<String> subjectFields = ListenerRules.subjectFields(next.listeners());
        try {
            for (ListenerSettings settings : next.listeners()) {
                if (stays(settings)) {
                    continue;
                }
                ListenerRuntime runtime = ListenerRuntime.of(
                        settings, clusters, subjectFields, contexts, meters, affinities, engine, accessLog, mcmp);
                runtime.certificates(certificates.of(bound.certificates, settings.name()));
                InetSocketAddress address = new InetSocketAddress(
                        settings.address().host(), settings.address().port());
                Admission admission = new Admission(
                        settings.name(), limits(settings), engine.events().listener());
                bound.fresh.put(settings.name(), runtime);
                bound.sockets.put(settings.name(), listen(address, settings, runtime, admission));
            }
            return bound;
        } catch (IOException | RuntimeException | Error e) {
            abandon(bound);
            throw e;
        }
    }

    private Listener listen(
            InetSocketAddress address, ListenerSettings settings, ListenerRuntime runtime, Admission admission)
            throws IOException {
        Open holder = holder(address);
        try {
            return engine.listen(address, runtime.acceptor(), admission);
        } catch (IOException e) {
            if (holder == null || !String.valueOf(e.getMessage()).contains("already in use")) {
                throw e;
            }
            String own = holder.settings.name();
            throw new IOException(
                    "cannot listen on " + settings.address() + " for listener " + settings.name()
                            + ", because listener "
                            + own + " of this dispatcher listens on " + text(holder.socket.address())
                            + ", and a reload closes nothing before all that is new is open; restart the dispatcher"
                            + (own.equals(settings.name()) ? "" : ", or keep the name and protocol of " + own),
                    e);
        }
    }

    /** The open listener that keeps an address from being listened on; null when none does. */
    private @Nullable Open holder(InetSocketAddress address) {
        return open.values().stream()
                .filter(each -> overlap(each.socket.address(), address))
                .findFirst()
                .orElse(null);
    }

    private static boolean overlap(InetSocketAddress one, InetSocketAddress two) {
        return one.getPort() == two.getPort()
                && !two.isUnresolved()
                && (one.getAddress().equals(two.getAddress())
                        || one.getAddress().isAnyLocalAddress()
                        || two.getAddress().isAnyLocalAddress());
    }

    /** Closes what {@link #bind} has opened and what is not to be put in force. */
    void abandon(Bound bound) {
        bound.sockets.values().forEach(Listener::close);
        bound.fresh.keySet().stream().filter(name -> !open.containsKey(name)).forEach(meters::removeListener);
        certificates.abandon(bound.certificates);
    }

    private static AdmissionLimits limits(ListenerSettings settings) {
        ConnectionLimits most = settings.connections().resolved(ProcessLimits.here());
        return new AdmissionLimits(
                most.connections(),
                most.perAddress(),
                address -> settings.trusted().stream().anyMatch(network -> network.contains(address)));
    }

    private boolean stays(ListenerSettings settings) {
        Open present = open.get(settings.name());
        return present != null
                && present.settings.address().equals(settings.address())
                && present.settings.protocol() == settings.protocol();
    }

    /** Puts freshly bound listeners and changed rules in force, and drains what is gone. */
    List<String> apply(Collection<ListenerSettings> wanted, Map<String, Cluster> clusters, Bound bound) {
        List<String> changes = new ArrayList<>();
        Map<String, Open> next = new LinkedHashMap<>();
        Set<String> subjectFields = ListenerRules.subjectFields(wanted);
        List<TlsCertificates> unused = certificates.commit(bound.certificates);
        for (ListenerSettings settings : wanted) {
            Listener socket = bound.sockets.get(settings.name());
            ListenerRuntime made = bound.fresh.get(settings.name());
            Open present = open.get(settings.name());
            if (socket != null && made != null) {
                made.update(settings, clusters, subjectFields);
                socket.admission().limits(limits(settings));
                next.put(settings.name(), new Open(settings, socket, made));
                changes.add("+ listener " + settings.name() + " on " + text(socket.address()));
            } else if (present != null) {
                present.plane.update(settings, clusters, subjectFields);
                present.plane.certificates(certificates.of(settings.name()));
                present.socket.admission().limits(limits(settings));
                next.put(settings.name(), new Open(settings, present.socket, present.plane));
                if (!present.settings.equals(settings)) {
                    changes.add("~ listener " + settings.name() + renewed(present.settings.tls(), settings.tls()));
                }
            }
        }
        unused.forEach(TlsCertificates::release);
        Map<String, Open> before = open;
        open = next;
        for (Open old : before.values()) {
            Open kept = next.get(old.settings.name());
            if (kept == null || kept.socket != old.socket) {
                changes.add("- listener " + old.settings.name() + " on " + text(old.socket.address()));
                old.socket.close();
                old.plane.clients().drain();
                leaving.add(old.plane);
            }
            if (kept == null) {
                meters.removeListener(old.settings.name());
            }
        }
        forgetEmpty();
        return changes;
    }

    /** The certificates that were not there before, in words. */
    private static String renewed(@Nullable ListenerTls before, @Nullable ListenerTls now) {
        if (now == null) {
            return before == null ? "" : ", without TLS";
        }
        List<Identity> known = before == null
                ? List.of()
                : before.certificates().stream()
                        .map(ServerCertificate::identity)
                        .toList();
        String fresh = now.certificates().stream()
                .map(ServerCertificate::identity)
                .filter(each -> !known.contains(each))
                .map(Identity::toString)
                .collect(Collectors.joining("; "));
        return fresh.isEmpty() ? "" : ": " + fresh;
    }

    InetSocketAddress address(String name) {
        Open listener = open.get(name);
        if (listener == null) {
            throw new IllegalArgumentException("no listener is named '" + name + "'; there is " + open.keySet());
        }
        return listener.socket.address();
    }

    /** The rules for requests of a listener from now on; null when no listener of HTTP has the name. */
    @Nullable
    ListenerRules rules(String name) {
        Open listener = open.get(name);
        return listener == null ? null : listener.plane.rules();
    }

    List<ListenerView> view() {
        return open.values().stream()
                .map(listener -> new ListenerView(
                        listener.settings.name(),
                        listener.settings.protocol().name().toLowerCase(Locale.ROOT),
                        text(listener.socket.address()),
                        meters.listener(listener.settings.name()),
                        listener.socket.admission().counts(),
                        certificates.view(listener.settings.name())))
                .toList();
    }

    /**
     * Stops listening, lets every connection end in good order, and returns when none is left or was left after the
     * given time. Then those that are left are cut off.
     */
    void drain(long patienceNs) throws InterruptedException {
        open.values().forEach(listener -> listener.socket.close());
        open.values().forEach(listener -> listener.plane.clients().drain());
        if (!isEmptyWithin(patienceNs)) {
            clients().forEach(OpenClients::abort);
            isEmptyWithin(ABORT_NS);
        }
    }

    /** Waits until no client connection is open, those of listeners that a reload has removed among them. */
    private boolean isEmptyWithin(long patienceNs) throws InterruptedException {
        long endNs = System.nanoTime() + patienceNs;
        while (clients().anyMatch(clients -> clients.count() > 0)) {
            if (System.nanoTime() - endNs >= 0) {
                return false;
            }
            Thread.sleep(LOOK_MS);
        }
        return true;
    }

    /**
     * Takes a node from the client connections that are assigned to it, and resets the TCP connections that have it.
     */
    void cut(Node node) {
        forgetEmpty();
        clients().forEach(clients -> clients.leaveNode(node));
    }

    private Stream<OpenClients> clients() {
        return Stream.concat(leaving.stream(), open.values().stream().map(Open::plane))
                .map(ListenerRuntime::clients);
    }

    private void forgetEmpty() {
        leaving.removeIf(runtime -> runtime.clients().count() == 0);
    }

    private static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
