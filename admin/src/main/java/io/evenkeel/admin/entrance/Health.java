// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import io.evenkeel.dispatcher.log.EventLogger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Health pages as Kubernetes writes them: {@code ok}, or the list of failures; with {@code ?verbose} the list of all
 * findings.
 *
 * <p>A thread of its own looks, once for all callers that ask meanwhile, and the answers are sent without a thread:
 * each answer takes two looks at most, however busy the admin server is. That thread never looks callers up, because
 * the accounts are on a disk.
 */
public final class Health implements OpenPage, AutoCloseable {

    private static final int IDLE_S = 30;

    private final Map<String, Supplier<List<Finding>>> looks;
    private final Approach approach;
    private final EventLogger log;
    private final Predicate<@Nullable String> known;
    private final Predicate<@Nullable String> proves;
    private final Queue<Asker> askers = new ConcurrentLinkedQueue<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "admin-health");
        made.setDaemon(true);
        return made;
    });

    private final ThreadPoolExecutor proving =
            new ThreadPoolExecutor(1, 1, IDLE_S, TimeUnit.SECONDS, new ArrayBlockingQueue<>(Guests.MOST), task -> {
                Thread made = new Thread(task, "admin-health-proof");
                made.setDaemon(true);
                return made;
            });

    /** One thing looked at. */
    public record Finding(boolean good, String text) {

        @Override
        public String toString() {
            return (good ? "[+]" : "[-]") + text;
        }
    }

    private record Asker(Request request, Response response, Callback callback) {}

    /**
     * The health pages of one server.
     *
     * @param looks by path
     * @param approach tells which strangers may ask
     * @param known tells whether an {@code Authorization} is the administrator's; answers at once, from memory
     * @param proves tells whether it is another known caller's; may wait for a disk, on a thread for that, and is
     *     not asked where strangers may ask
     */
    public Health(
            Map<String, Supplier<List<Finding>>> looks,
            Approach approach,
            Predicate<@Nullable String> known,
            Predicate<@Nullable String> proves,
            EventLogger log) {
        this.log = log;
        this.looks = Map.copyOf(looks);
        this.approach = approach;
        this.known = known;
        this.proves = proves;
        proving.allowCoreThreadTimeOut(true);
    }

    @Override
    public boolean claims(String method, String path, Request request) {
        // callers with a session, or with nothing, get their answer from a handler that knows sessions
        return (method.equals("GET") || method.equals("HEAD"))
                && looks.containsKey(path)
                && (isFree(request) || request.getHeaders().get("Authorization") != null);
    }

    private boolean isFree(Request request) {
        return approach.isFree(request.getHeaders()::get);
    }

    @Override
    public void answer(Request request, Response response, Callback callback, Executor workers) {
        Guest guest = Guest.of(request);
        guest.serve();
        Asker asker = new Asker(request, response, callback);
        String authorization = request.getHeaders().get("Authorization");
        boolean own = known.test(authorization);
        if (own) {
            guest.welcome();
        }
        if (own || isFree(request)) {
            enqueue(asker);
            return;
        }
        try {
            proving.execute(() -> prove(asker, authorization));
        } catch (RejectedExecutionException e) {
            callback.failed(e);
        }
    }

    private void enqueue(Asker asker) {
        askers.add(asker);
        try {
            thread.execute(this::look);
        } catch (RejectedExecutionException e) {
            asker.callback.failed(e);
        }
    }

    private void prove(Asker asker, @Nullable String authorization) {
        Guest guest = Guest.of(asker.request);
        try {
            if (proves.test(authorization)) {
                guest.welcome();
                enqueue(asker);
                return;
            }
        } catch (RuntimeException e) {
            String path = asker.request.getHttpURI().getPath();
            log.error("the proof sent with a request for " + path + " could not be checked", e);
        }
        guest.await(System.nanoTime());
        asker.response.getHeaders().put("WWW-Authenticate", "Bearer realm=\"evenkeel\"");
        send(asker, HttpStatus.UNAUTHORIZED_401, "this needs the admin token\n");
    }

    private void look() {
        Map<String, List<Finding>> found = new ConcurrentHashMap<>();
        int many = askers.size();
        for (int count = 0; count < many; count++) {
            Asker asker = askers.poll();
            if (asker != null) {
                answer(asker, found);
            }
        }
    }

    private void answer(Asker asker, Map<String, List<Finding>> found) {
        Guest guest = Guest.of(asker.request);
        int status = HttpStatus.INTERNAL_SERVER_ERROR_500;
        String text;
        try {
            String path = asker.request.getHttpURI().getPath();
            Supplier<List<Finding>> look = Objects.requireNonNull(looks.get(path), path);
            List<Finding> findings = found.computeIfAbsent(path, each -> look.get());
            status = status(findings);
            text = text(findings, isVerbose(asker.request));
        } catch (RuntimeException e) {
            log.error(asker.request.getHttpURI().getPath() + " failed", e);
            text = e + "\n";
        }
        guest.await(System.nanoTime());
        send(asker, status, text);
    }

    private static void send(Asker asker, int status, String text) {
        ByteBuffer content = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        Entrance.send(asker.response, status, "text/plain; charset=utf-8", content, asker.callback);
    }

    private static boolean isVerbose(Request request) {
        String query = request.getHttpURI().getQuery();
        return query != null && List.of(query.split("&")).stream().anyMatch(each -> each.matches("verbose(=.*)?"));
    }

    /** 200 when all is well, else 503. */
    public static int status(List<Finding> findings) {
        return findings.stream().allMatch(Finding::good) ? HttpStatus.OK_200 : HttpStatus.SERVICE_UNAVAILABLE_503;
    }

    /** The text of a page about findings. */
    public static String text(List<Finding> findings, boolean verbose) {
        return status(findings) == HttpStatus.OK_200 && !verbose
                ? "ok\n"
                : findings.stream()
                        .filter(finding -> verbose || !finding.good)
                        .map(Finding::toString)
                        .collect(Collectors.joining("\n", "", "\n"));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        proving.shutdownNow();
    }
}
