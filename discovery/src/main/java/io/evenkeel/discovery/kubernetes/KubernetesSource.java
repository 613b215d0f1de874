// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.kubernetes;

import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Kubernetes;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Watches the EndpointSlices of a service. A question is answered when they have changed since the last answer. When
 * nothing has changed for ten seconds, the server is asked whether it is there, because a lost connection is otherwise
 * silent; the client watches on by itself, later and later. A service with too many endpoints is a failure; the next
 * question begins the watch again. Threads: one calls; one of its own waits for signs of life.
 */
public final class KubernetesSource implements NodeSource {

    private static final String SERVICE = "kubernetes.io/service-name";
    private static final long LIFE_SIGN_S = 10;

    /** So many slices come at a time at first; one has a thousand endpoints at most. */
    private static final long AT_A_TIME = 10;

    private final Kubernetes settings;
    private final Duration timeout;
    private final int most;
    private final KubernetesClient client;
    private final FilterWatchListDeletable<EndpointSlice, EndpointSliceList, ?> watched;
    private final ExecutorService waiting = Executors.newSingleThreadExecutor(KubernetesSource::thread);
    private final Executor later = CompletableFuture.delayedExecutor(LIFE_SIGN_S, TimeUnit.SECONDS, waiting);
    private BoundedSlices slices;
    private SharedIndexInformer<EndpointSlice> watch;
    private @Nullable CompletableFuture<SourceAnswer> open;
    private boolean started;
    private boolean synced;
    private long changes;
    private long answered = -1;

    /** @throws IllegalArgumentException when the kubeconfig cannot be used */
    public KubernetesSource(Kubernetes settings, DiscoverSettings discover) {
        this(settings, discover, BoundedSlices.MOST);
    }

    /** @param most endpoints that are kept */
    KubernetesSource(Kubernetes settings, DiscoverSettings discover, int most) {
        this.settings = settings;
        this.most = most;
        this.timeout = discover.timeout();
        Config config = config(settings.kubeconfig());
        config.setConnectionTimeout((int) timeout.toMillis());
        config.setRequestTimeout((int) timeout.toMillis());
        config.setRequestRetryBackoffLimit(0);
        String own = config.getNamespace();
        String namespace = settings.namespace() != null ? settings.namespace() : own == null ? "default" : own;
        client = new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(
                        http -> http.addOrReplaceInterceptor("bounded-answers", new BoundedAnswers()))
                .build();
        watched =
                client.discovery().v1().endpointSlices().inNamespace(namespace).withLabel(SERVICE, settings.service());
        slices = new BoundedSlices(most);
        watch = watch(slices);
    }

    private SharedIndexInformer<EndpointSlice> watch(BoundedSlices into) {
        SharedIndexInformer<EndpointSlice> made =
                watched.withLimit(AT_A_TIME).runnableInformer(0).itemStore(into);
        made.addEventHandler(new Changes(into));
        made.exceptionHandler((hasStarted, failure) -> {
            fault(failure, into);
            return true;
        });
        return made;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "evenkeel-kubernetes");
        thread.setDaemon(true);
        return thread;
    }

    private static Config config(@Nullable Path kubeconfig) {
        if (kubeconfig == null) {
            return Config.autoConfigure(null);
        }
        try {
            return Config.fromKubeconfig(kubeconfig.toFile());
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "the kubeconfig " + kubeconfig + " cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized CompletableFuture<SourceAnswer> ask() {
        CompletableFuture<SourceAnswer> asked = new CompletableFuture<>();
        open = asked;
        if (slices.isOver()) {
            waiting.execute(watch::stop);
            slices = new BoundedSlices(most);
            watch = watch(slices);
            started = false;
            synced = false;
        }
        if (!started) {
            started = true;
            BoundedSlices into = slices;
            watch.start().whenComplete((done, failure) -> {
                if (failure == null) {
                    synced(into);
                } else {
                    fault(failure, into);
                }
            });
        }
        if (synced && changes != answered) {
            answer();
        } else {
            later.execute(() -> lifeSign(asked));
        }
        return asked;
    }

    private synchronized void synced(BoundedSlices of) {
        if (of == slices) {
            synced = true;
            changed(of);
        }
    }

    private synchronized void changed(BoundedSlices of) {
        changes++;
        if (synced && of == slices) {
            answer();
        }
    }

    /** Answers the open question with what there is now. */
    private void answer() {
        CompletableFuture<SourceAnswer> asked = open;
        if (asked == null) {
            return;
        }
        open = null;
        answered = changes;
        try {
            if (slices.isOver()) {
                throw new IllegalStateException("service " + settings.service() + " has more than " + most
                        + " endpoints in its EndpointSlices");
            }
            asked.complete(ReadyPods.of(slices.all(), settings));
        } catch (RuntimeException e) {
            asked.completeExceptionally(e);
        }
    }

    /** Asks the server for one slice, if the question is still open. */
    private void lifeSign(CompletableFuture<SourceAnswer> asked) {
        if (asked.isDone()) {
            return;
        }
        try {
            watched.list(new ListOptionsBuilder().withLimit(1L).build());
            synchronized (this) {
                if (open == asked && synced) {
                    answer();
                }
            }
        } catch (RuntimeException e) {
            synchronized (this) {
                fault(e, slices);
            }
        }
    }

    private synchronized void fault(Throwable failure, BoundedSlices of) {
        CompletableFuture<SourceAnswer> asked = open;
        if (asked != null && of == slices) {
            open = null;
            asked.completeExceptionally(new IOException(words(failure), failure));
        }
    }

    private static String words(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof KubernetesClientException coded && coded.getCode() > 0)) {
            cause = cause.getCause();
        }
        int code = cause instanceof KubernetesClientException coded ? coded.getCode() : 0;
        String remedy = code == 401 || code == 403
                ? "; give its account the verbs get, list and watch on endpointslices of discovery.k8s.io"
                : "";
        String message = cause.getMessage();
        return "the API server: "
                + (message == null ? "no connection (" + cause.getClass().getSimpleName() + ")" : message) + remedy;
    }

    @Override
    public Duration patience() {
        return timeout.multipliedBy(2).plusSeconds(LIFE_SIGN_S);
    }

    @Override
    public void close() {
        waiting.shutdownNow();
        synchronized (this) {
            watch.stop();
        }
        client.close();
    }

    /** Hears of changes, on threads of the client. */
    private final class Changes implements ResourceEventHandler<EndpointSlice> {

        private final BoundedSlices of;

        Changes(BoundedSlices of) {
            this.of = of;
        }

        @Override
        public void onAdd(EndpointSlice slice) {
            changed(of);
        }

        @Override
        public void onUpdate(EndpointSlice before, EndpointSlice now) {
            changed(of);
        }

        @Override
        public void onDelete(EndpointSlice slice, boolean stateUnknown) {
            changed(of);
        }
    }
}
