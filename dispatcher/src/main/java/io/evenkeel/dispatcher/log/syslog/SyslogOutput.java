// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.dispatcher.log.output.LogOutput;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Lines that have a header already, each a message without its line feed. One thread. */
public final class SyslogOutput implements LogOutput {

    private final SyslogSender sender;
    private byte[] line = new byte[4096];
    private int length;
    private boolean open = true;

    /** @param sender is closed with this */
    public SyslogOutput(SyslogSender sender) {
        this.sender = sender;
    }

    /** Takes all; a line may come in several parts. */
    @Override
    public int write(ByteBuffer from) {
        int count = from.remaining();
        while (from.hasRemaining()) {
            byte octet = from.get();
            if (octet == '\n') {
                sender.add(line, length);
                length = 0;
                continue;
            }
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = octet;
        }
        return count;
    }

    @Override
    public long lost() {
        return sender.lost();
    }

    @Override
    public void reopen() {
        sender.reopen();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
        sender.close();
    }
}
