// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import io.evenkeel.dispatcher.engine.Connection;
import io.evenkeel.dispatcher.engine.ConnectionHandler;
import io.evenkeel.dispatcher.engine.Connector;
import io.evenkeel.dispatcher.engine.Loop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections by TLS over those of another connector. They are opened when the handshake is over and the server
 * has proved its name; until then a failure is one to connect, as {@link Connector} tells them, or an
 * {@link OutdatedException}. Immutable.
 *
 * @param below makes the connections of the network
 * @param context of the handshake
 * @param name that is asked for, and that the server's certificate must have: a host name or an IP address
 * @param complaints hears of handshakes that fail by the rules of TLS, before the owner does
 */
public record TlsDial(Connector below, TlsClientContext context, String name, Consumer<TlsFailure> complaints)
        implements Connector {

    @Override
    public @Nullable Connection connect(
            Loop loop, InetSocketAddress address, Duration timeout, ConnectionHandler handler) {
        TlsCodec codec;
        try {
            codec = context.open(name, address);
        } catch (RuntimeException | OutOfMemoryError e) {
            return notBegun(loop, handler, e);
        }
        if (codec == null) {
            return notBegun(loop, handler, new OutdatedException());
        }
        Attempt attempt = new Attempt(codec, handler, timeout);
        Connection made;
        try {
            made = below.connect(loop, address, timeout, attempt);
        } catch (RuntimeException | OutOfMemoryError e) {
            codec.release();
            throw e;
        }
        return made == null ? null : over(made, attempt);
    }

    /** Closes the connection when the codec finds no memory; the attempt tells its owner so. */
    private static @Nullable Connection over(Connection network, Attempt attempt) {
        try {
            return attempt.over(network);
        } catch (RuntimeException | OutOfMemoryError e) {
            network.loop().execute(() -> {
                attempt.failed(e);
                network.close();
            });
            return null;
        }
    }

    private static @Nullable Connection notBegun(Loop loop, ConnectionHandler handler, Throwable why) {
        loop.execute(() -> {
            handler.failed(why);
            handler.closed();
        });
        return null;
    }

    /** A connection that was not begun, because its context was released: no fault of the server. */
    public static final class OutdatedException extends IOException {

        private static final long serialVersionUID = 1;

        OutdatedException() {
            super("the settings of TLS have changed");
        }
    }

    /** The handler until the handshake is over. */
    private record Opening(ConnectionHandler owner, Consumer<TlsFailure> complaints) implements ConnectionHandler {

        @Override
        public void opened(Connection made) {
            made.handler(owner);
            owner.opened(made);
        }

        @Override
        public void received(ByteBuf bytes) {}

        @Override
        public void inputEnded() {}

        @Override
        public void failed(Throwable cause) {
            if (cause instanceof TlsFailure failure) {
                complaints.accept(failure);
            }
            owner.failed(cause);
        }

        @Override
        public void closed() {
            owner.closed();
        }
    }

    /** A connection of the network on its way. */
    private final class Attempt implements ConnectionHandler {

        private final TlsCodec codec;
        private final ConnectionHandler owner;
        private final Duration timeout;
        private @Nullable TlsConnection secure;

        Attempt(TlsCodec codec, ConnectionHandler owner, Duration timeout) {
            this.codec = codec;
            this.owner = owner;
            this.timeout = timeout;
        }

        /** The connection that encrypts over one that may not be open yet. */
        TlsConnection over(Connection network) {
            TlsConnection made = secure;
            if (made == null) {
                made = TlsConnection.client(network, codec, name, each -> context.check(each, name));
                made.handler(new Opening(owner, complaints));
                secure = made;
            }
            return made;
        }

        @Override
        public void opened(Connection network) {
            TlsConnection made = over(network);
            Loop loop = network.loop();
            // It fires once and then finds a handshake that is over; a connection costs no more than its place.
            loop.timers()
                    .timeout(() -> {
                        if (made.tls() == null) {
                            made.abandon(new ConnectTimeoutException("no TLS handshake within " + timeout));
                        }
                    })
                    .arm(loop.nowNs() + timeout.toNanos());
            made.begin(Unpooled.EMPTY_BUFFER);
        }

        @Override
        public void received(ByteBuf bytes) {}

        @Override
        public void inputEnded() {}

        @Override
        public void failed(Throwable cause) {
            owner.failed(cause);
        }

        @Override
        public void closed() {
            codec.release();
            owner.closed();
        }
    }
}
