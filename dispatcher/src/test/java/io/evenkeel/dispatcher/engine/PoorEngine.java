// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.evenkeel.config.EngineSettings;
import io.evenkeel.dispatcher.log.EventLog;
import io.netty.channel.ChannelException;
import io.netty.channel.socket.SocketChannel;
import java.net.SocketException;
import java.time.Duration;
import java.util.function.Supplier;

/** The engine of a process that has no descriptor left for a socket; with one loop. */
public final class PoorEngine {

    private PoorEngine() {}

    /** Starts one. */
    public static Engine open() {
        Transport nio = Transport.of(EngineSettings.Transport.NIO);
        Supplier<SocketChannel> none = () -> {
            throw new ChannelException("Failed to open a socket.", new SocketException("Too many open files"));
        };
        Transport poor = new Transport(
                nio.kind(), nio.handlers(), none, nio.servers(), nio.direct(), nio.readsAtOnce(), nio.reusePort());
        return new Engine(
                new EngineSettings(EngineSettings.Transport.NIO, 1, Duration.ofSeconds(1)), poor, true, new EventLog());
    }
}
