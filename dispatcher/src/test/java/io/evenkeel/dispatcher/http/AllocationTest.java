// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.OriginField;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.text.FieldEdits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The head and body of a request allocate nothing on the heap once the readers and writers have grown. */
class AllocationTest {

    private static final int TIMES = 20_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static double bytesEach(Runnable request) {
        for (int i = 0; i < 100; i++) {
            request.run();
        }
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        for (int i = 0; i < TIMES; i++) {
            request.run();
        }
        return (double) (THREADS.getThreadAllocatedBytes(thread) - before) / TIMES;
    }

    @Test
    void aHeadIsReadRoutedAndWrittenWithoutGarbage() {
        byte[] octets = """
                GET /x/../%69ntern;a//b?q HTTP/1.1
                Host: shop.example:8080
                X-Debug: 1
                Accept: */*
                Cookie: a=1; evenkeel-8111=s; EVENKEEL=n1
                Cookie: b=2
                X-Forwarded-For: 192.0.2.1
                Forwarded: for="[::1]";proto=https

                """.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        RequestHead head = new RequestHead();
        RoutePath path = new RoutePath();
        HeadBuffer out = new HeadBuffer(1024);
        Origin.OwnAddress ownAddress = new Origin.OwnAddress(
                new ForwardSettings(true, true, true, Set.of(OriginField.values())),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 9090),
                false);
        Origin origin = new Origin(new InetSocketAddress(InetAddress.getLoopbackAddress(), 40_000), ownAddress, true);
        FieldEdits edits = FieldEdits.of(List.of("X-Debug", "X-Forwarded-User"), Map.of("X-Env", "prod"));

        double bytes = bytesEach(() -> {
            head.read(octets, 0, octets.length, RequestLimits.DEFAULTS);
            path.read(octets, head.target().pathAt(), head.target().end());
            RequestWriter.write(head, edits, null, origin, false, out);
        });

        assertThat(new String(path.toBytes(), StandardCharsets.ISO_8859_1)).isEqualTo("/intern/b");
        assertThat(out.length()).isGreaterThan(200);
        assertThat(bytes).as("bytes for each request").isLessThan(1);
    }

    @Test
    void chunksWithExtensionsAreFollowedWithoutGarbage() {
        String raw = "5 ;a=\"b\"\r\nhello\r\n0;c\r\n\r\n";
        ByteBuf in = Unpooled.wrappedBuffer(new byte[64]);
        byte[] octets = raw.getBytes(StandardCharsets.ISO_8859_1);
        ChunkReader reader = new ChunkReader();

        double bytes = bytesEach(() -> {
            in.setBytes(0, octets);
            reader.start(1024, 10);
            reader.read(in, 0, octets.length, false);
        });

        assertThat(reader.done()).isTrue();
        assertThat(in.toString(0, reader.passEnd(), StandardCharsets.ISO_8859_1))
                .isEqualTo("5\r\nhello\r\n0\r\n\r\n");
        in.release();
        assertThat(bytes).as("bytes for each body").isLessThan(1);
    }
}
