// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.store;

import io.evenkeel.dispatcher.affinity.store.SessionStore;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection to Valkey or Redis 6.2 or newer, pipelined.
 *
 * <p>A connection that is lost is made again by the library, with pauses of 0.1 to 1 s; one that could not be made at
 * first, by the next call that comes a second later. Meanwhile calls fail at once. A call that is not answered fails
 * after {@link #PATIENCE}. Of a value that another program wrote, at
 * most one character more than the longest number has is read. {@link ReplyBounds} ends a connection that goes wrong.
 */
final class ValkeyStore implements SessionStore {

    static final Duration PATIENCE = Duration.ofMillis(500);

    private static final Duration CONNECT = Duration.ofMillis(900);
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_QUEUED = 8_192;
    private static final int MOST_CHARACTERS = Long.toString(Long.MIN_VALUE).length();
    private static final int THREADS = 2; // the least that the library takes

    private final RedisURI uri;
    private final ReplyBounds bounds = new ReplyBounds();
    private final ClientResources resources;
    private final RedisClient client;
    private CompletableFuture<StatefulRedisConnection<String, String>> connection;
    private long triedNs;
    private volatile boolean closed;

    ValkeyStore(RedisURI uri) {
        this.uri = uri;
        uri.setTimeout(CONNECT);
        uri.setClientName("evenkeel");
        this.resources = ClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                .commandLatencyRecorder(CommandLatencyRecorder.disabled())
                .nettyCustomizer(bounds)
                .reconnectDelay(
                        Delay.fullJitter(Duration.ofMillis(100), Duration.ofSeconds(1), 100, TimeUnit.MILLISECONDS))
                .build();
        this.client = RedisClient.create(resources);
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(MOST_QUEUED)
                .timeoutOptions(TimeoutOptions.enabled(PATIENCE))
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(CONNECT)
                        .keepAlive(true)
                        .build())
                .build());
        this.connection = connect();
    }

    private CompletableFuture<StatefulRedisConnection<String, String>> connect() {
        triedNs = System.nanoTime();
        return client.connectAsync(StringCodec.ASCII, uri).toCompletableFuture();
    }

    private synchronized CompletableFuture<StatefulRedisConnection<String, String>> connection() {
        if (connection.isCompletedExceptionally() && !closed && System.nanoTime() - triedNs >= PAUSE_NS) {
            connection = connect();
        }
        return connection;
    }

    @Override
    public void read(String key, Reply reply) {
        call(commands -> text(commands, key), ValkeyStore::number, reply);
    }

    @Override
    public void renew(String key, int seconds, Reply reply) {
        call(
                commands -> {
                    CompletionStage<Boolean> lives = commands.expire(key, seconds);
                    return lives.thenCombine(text(commands, key), (there, text) -> text);
                },
                ValkeyStore::number,
                reply);
    }

    @Override
    public void write(String key, long value, int seconds, Reply reply) {
        call(commands -> commands.set(key, Long.toString(value), SetArgs.Builder.ex(seconds)), nothing -> 0L, reply);
    }

    @Override
    public void remove(String key, Reply reply) {
        call(commands -> commands.unlink(key), nothing -> 0L, reply);
    }

    /** The value, empty when there is none; of a longer one than a number, one character more than a number has. */
    private static CompletionStage<String> text(RedisAsyncCommands<String, String> commands, String key) {
        return commands.getrange(key, 0, MOST_CHARACTERS);
    }

    /** Another program's text under the key counts as none. */
    private static long number(@Nullable String text) {
        if (text == null || text.isEmpty() || text.length() > MOST_CHARACTERS) {
            return 0;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private <T> void call(
            Function<RedisAsyncCommands<String, String>, CompletionStage<T>> command,
            Function<@Nullable T, Long> result,
            Reply reply) {
        if (closed) {
            reply.done(0, "closed");
            return;
        }
        connection().thenCompose(ready -> command.apply(ready.async())).whenComplete((value, thrown) -> {
            Throwable cause = thrown == null ? null : innermost(thrown);
            bounds.ended(cause, System.nanoTime());
            reply.done(cause == null ? result.apply(value) : 0, cause == null ? null : words(cause));
        });
    }

    /** The cause in which the library says what has happened. */
    private static Throwable innermost(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static String words(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }

    @Override
    public void close() {
        closed = true;
        try {
            client.shutdownAsync(0, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .thenCompose(nothing -> ended())
                    .get(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | CompletionException e) {
            // its threads are daemons
        }
    }

    private CompletionStage<@Nullable Void> ended() {
        resources.shutdown(0, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        return CompletableFuture.completedFuture(null);
    }
}
