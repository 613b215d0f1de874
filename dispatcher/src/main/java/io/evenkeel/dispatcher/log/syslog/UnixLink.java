// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.dispatcher.engine.unix.UnixDatagrams;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A datagram for each message, to a socket of the same host. A receiver that does not read makes messages wait. */
final class UnixLink implements SyslogLink {

    private final String path;
    private @Nullable UnixDatagrams socket;

    UnixLink(String path) {
        this.path = path;
    }

    @Override
    public void open() throws IOException {
        socket = UnixDatagrams.to(path);
    }

    @Override
    public boolean isOpen() {
        return socket != null;
    }

    @Override
    public boolean send(ByteBuffer message) throws IOException {
        UnixDatagrams open = socket;
        if (open == null) {
            throw new IOException("it is not open");
        }
        return open.send(message);
    }

    @Override
    public void await() throws InterruptedException {
        Thread.sleep(1);
    }

    @Override
    public void close() {
        UnixDatagrams open = socket;
        socket = null;
        if (open != null) {
            open.close();
        }
    }
}
