// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.entrance.Reception;
import io.evenkeel.config.address.HostPort;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.util.function.Consumer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The transport of the admin server: HTTP by Javalin and Jetty on a socket that was bound before, with few threads and
 * short limits, and a {@link Reception} in front of every route.
 */
final class AdminTransport {

    /** The longest message that the API takes, in octets. */
    static final int LONGEST_BODY = 16 * 1024;

    private static final int MOST_THREADS = 8;
    private static final int IDLE_MS = 30_000;

    private AdminTransport() {}

    /**
     * A server that does not listen yet.
     *
     * @param channel belongs to it once it has started
     * @param https null for plain HTTP
     */
    static Javalin create(
            Reception reception, ServerSocketChannel channel, @Nullable Https https, Consumer<RoutesConfig> routes) {
        return Javalin.create(config -> {
            configure(config, reception);
            config.jetty.addConnector((server, http) -> connector(reception, server, http, channel, https));
            routes.accept(config.routes);
        });
    }

    /**
     * Begins to serve.
     *
     * @param address for the message of a failure
     */
    static void start(Javalin javalin, HostPort address) throws IOException {
        try {
            javalin.start();
        } catch (RuntimeException e) {
            throw new IOException("the admin server on " + address + " does not start: " + root(e).getMessage(), e);
        }
    }

    private static void configure(JavalinConfig config, Reception reception) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize = LONGEST_BODY;
        config.http.prefer405over404 = true;
        // the guard, the streams and the open pages compare whole paths
        config.router.ignoreTrailingSlashes = false;
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 2, IDLE_MS);
        threads.setName("admin");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        config.jetty.modifyServer(server -> {
            // a client that keeps its connection open would make every stop wait this long, and fail
            server.setStopTimeout(0);
            server.setHandler(reception.handler());
        });
    }

    private static ServerConnector connector(
            Reception reception,
            Server server,
            HttpConfiguration http,
            ServerSocketChannel channel,
            @Nullable Https https) {
        ConnectionFactory[] spoken =
                https == null ? new ConnectionFactory[] {new HttpConnectionFactory(http)} : https.factories(http);
        ServerConnector connector = reception.connector(server, spoken);
        connector.setIdleTimeout(IDLE_MS);
        try {
            connector.open(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return connector;
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
