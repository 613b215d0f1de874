// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Notes the events of a connection in order; bytes are only counted, with a sum that depends on their order. */
class Recorder implements ConnectionHandler {

    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final AtomicLong bytes = new AtomicLong();
    final AtomicLong sum = new AtomicLong();
    volatile @Nullable Connection connection;

    @Override
    public void opened(Connection opened) {
        connection = opened;
        events.add("opened");
    }

    @Override
    public void received(ByteBuf buffer) {
        bytes.addAndGet(buffer.readableBytes());
        long total = sum.get();
        byte[] copy = ByteBufUtil.getBytes(buffer);
        for (byte b : copy) {
            total = total * 31 + b;
        }
        sum.set(total);
    }

    @Override
    public void inputEnded() {
        events.add("inputEnded");
    }

    @Override
    public void drained() {
        events.add("drained");
    }

    @Override
    public void outputFailed() {
        events.add("outputFailed");
    }

    @Override
    public void failed(Throwable cause) {
        events.add("failed");
    }

    @Override
    public void closed() {
        events.add("closed");
    }

    Connection opened() throws InterruptedException {
        awaitEvent("opened");
        Connection c = connection;
        if (c == null) {
            throw new AssertionError("opened without a connection");
        }
        return c;
    }

    void awaitEvent(String wanted) throws InterruptedException {
        String event = events.poll(10, TimeUnit.SECONDS);
        if (!wanted.equals(event)) {
            throw new AssertionError("expected '" + wanted + "' but the next event was " + event + ", then " + events);
        }
    }
}
