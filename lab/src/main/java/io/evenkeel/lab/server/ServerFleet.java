// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Several servers with the sample application on one shared database, and the folder with all their files.
 *
 * <p>{@link #close} may be called by any thread at any time, also while {@link #start} runs, and leaves no process and
 * no file.
 */
public final class ServerFleet implements AutoCloseable {

    private static final long LONGEST_CANCEL_SECONDS = 20;

    private final ServerFiles files;
    private final Duration roundTrip;
    private final Path folder;
    private final ExecutorService starters =
            Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), ServerFleet::thread);

    private final Object lock = new Object();
    private final SortedMap<Integer, AppServer> servers = new TreeMap<>();
    private @Nullable TradeDatabase database;
    private boolean isClosed;

    /** A fleet without servers, whose database is near. */
    public ServerFleet(ServerFiles files) throws StartFailedException {
        this(files, Duration.ZERO);
    }

    /**
     * A fleet without servers.
     *
     * @param roundTrip time from a server to the database and back once all servers are ready, beyond what the
     *     loopback interface takes
     */
    public ServerFleet(ServerFiles files, Duration roundTrip) throws StartFailedException {
        this.files = files;
        this.roundTrip = roundTrip;
        try {
            this.folder = Files.createTempDirectory("evenkeel-servers-");
        } catch (IOException e) {
            throw new StartFailedException("no folder for temporary files", e);
        }
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "server-start");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Starts the database and the servers, as many at a time as there are cores, and waits until all are ready.
     *
     * @param plans names are unique
     * @param properties more system properties for every server
     * @throws StartFailedException when one does not start or the fleet is closed meanwhile; {@link #close} is
     *     still the caller's to call
     */
    public void start(List<NodePlan> plans, Map<String, String> properties)
            throws StartFailedException, InterruptedException {
        TradeDatabase shared = await(submit(this::startDatabase));
        List<Future<AppServer>> starting = new ArrayList<>();
        for (int i = 0; i < plans.size(); i++) {
            int place = i;
            starting.add(submit(() -> startServer(place, plans.get(place), shared, properties)));
        }
        for (Future<AppServer> server : starting) {
            await(server);
        }
        shared.moveAway(roundTrip);
    }

    private TradeDatabase startDatabase() throws StartFailedException, InterruptedException {
        TradeDatabase started = TradeDatabase.start(files, folder.resolve("database"), !roundTrip.isZero());
        synchronized (lock) {
            if (!isClosed) {
                database = started;
                return started;
            }
        }
        started.close();
        throw closedMeanwhile();
    }

    private AppServer startServer(int place, NodePlan plan, TradeDatabase shared, Map<String, String> properties)
            throws StartFailedException, InterruptedException {
        AppServer started = AppServer.start(files, folder.resolve(plan.name()), plan, shared, properties);
        synchronized (lock) {
            if (!isClosed) {
                servers.put(place, started);
                return started;
            }
        }
        started.close();
        throw closedMeanwhile();
    }

    private <T> Future<T> submit(Callable<T> task) throws StartFailedException {
        try {
            return starters.submit(task);
        } catch (RejectedExecutionException e) {
            throw closedMeanwhile();
        }
    }

    private static <T> T await(Future<T> future) throws StartFailedException, InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StartFailedException known) {
                throw known;
            }
            if (e.getCause() instanceof InterruptedException) {
                throw closedMeanwhile();
            }
            throw new StartFailedException("a server could not be started", e);
        }
    }

    private static StartFailedException closedMeanwhile() {
        return new StartFailedException("the servers were stopped while they started");
    }

    /** The servers that are ready, in the order of the plan. */
    public List<AppServer> servers() {
        synchronized (lock) {
            return List.copyOf(servers.values());
        }
    }

    /** All processes of the fleet, the database's too. */
    public List<ProcessHandle> handles() {
        synchronized (lock) {
            List<ProcessHandle> handles = new ArrayList<>();
            servers.values().forEach(server -> handles.add(server.handle()));
            if (database != null) {
                handles.add(database.handle());
            }
            return handles;
        }
    }

    /** The folder of all its files, in which callers may put others that end with it; {@link #close} deletes it. */
    public Path folder() {
        return folder;
    }

    /** Stops every server and the database, waits until they are gone and deletes their files. */
    @Override
    public void close() {
        List<AppServer> toStop;
        TradeDatabase last;
        synchronized (lock) {
            isClosed = true;
            toStop = List.copyOf(servers.values());
            last = database;
        }
        starters.shutdownNow();
        try {
            if (!starters.awaitTermination(LONGEST_CANCEL_SECONDS, TimeUnit.SECONDS)) {
                System.err.println(
                        "a server does not let itself be stopped while it starts; it ends with this process");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        toStop.forEach(AppServer::askToStop);
        toStop.forEach(AppServer::close);
        if (last != null) {
            last.close();
        }
        deleteFiles();
    }

    private void deleteFiles() {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("left behind: " + folder + " (" + e.getMessage() + ")");
        }
    }
}
