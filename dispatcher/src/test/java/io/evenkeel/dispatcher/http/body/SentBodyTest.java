// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SentBodyTest {

    private static final int KB = 1024;

    private final SentMemory memory = new SentMemory(100 * KB);

    private SentBody sent(int octets) {
        SentBody body = new SentBody(memory);
        body.begin();
        add(body, octets);
        return body;
    }

    private static void add(SentBody body, int octets) {
        ByteBuf in = Unpooled.wrappedBuffer("x".repeat(octets).getBytes(StandardCharsets.US_ASCII));
        body.add(in, 0, octets);
    }

    @Test
    void copiesAreBoundedTogether() {
        SentBody first = sent(60 * KB);
        SentBody second = sent(60 * KB);
        SentBody third = sent(30 * KB);

        assertThat(first.isWhole()).isTrue();
        assertThat(second.isWhole()).as("no room").isFalse();
        assertThat(third.isWhole()).isTrue();
        assertThat(memory.taken()).isEqualTo(90 * KB);
        add(third, 20 * KB);
        assertThat(third.isWhole()).isFalse();
        assertThat(memory.taken()).isEqualTo(60 * KB);
        first.drop();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void aBodyThatGrowsBeyondACopyIsForgotten() {
        SentBody body = sent(40 * KB);
        add(body, 40 * KB);

        assertThat(body.isWhole()).isFalse();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void roomIsGivenBackWithTheOctets() {
        SentBody body = sent(60 * KB);
        ByteBuf mine = Objects.requireNonNull(body.take());

        assertThat(mine.readableBytes()).isEqualTo(60 * KB);
        mine.release();
        assertThat(memory.taken()).isZero();
        body.begin();
        add(body, 65 * KB);
        assertThat(body.isWhole()).as("larger than one copy may be").isFalse();
        assertThat(memory.taken()).isZero();
    }

    @Test
    void whatTheBufferTakesCounts() {
        SentBody body = sent(30 * KB);
        assertThat(memory.taken()).isEqualTo(30 * KB);
        add(body, 5 * KB);
        assertThat(memory.taken()).as("a buffer grows to a power of two").isEqualTo(64 * KB);
        add(body, 20 * KB);
        assertThat(memory.taken()).isEqualTo(64 * KB);
        body.drop();
        assertThat(memory.taken()).isZero();
    }
}
