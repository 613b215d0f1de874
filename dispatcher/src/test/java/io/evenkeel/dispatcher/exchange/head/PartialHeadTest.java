// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.Connection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PartialHeadTest {

    private static final String HEAD = "HTTP/1.1 103 Early Hints\r\nLink: </" + "a".repeat(1000) + ">\r\n\r\n";
    private static final int CUT = 400;

    private final PartialHead partial = new PartialHead();

    @AfterEach
    void drop() {
        partial.drop();
    }

    /** The octets of a read in a buffer with room in front. */
    private static ByteBuf roomy(String octets) {
        ByteBuf room = ByteBufAllocator.DEFAULT.directBuffer(Connection.HEADROOM + 2 * octets.length());
        room.setIndex(Connection.HEADROOM, Connection.HEADROOM);
        return room.writeBytes(octets.getBytes(StandardCharsets.US_ASCII));
    }

    private static ByteBuf read(String octets) {
        return Unpooled.copiedBuffer(octets, StandardCharsets.US_ASCII);
    }

    private static String text(ByteBuf octets) {
        return octets.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void headsThatWerePassedOnTakeNoRoom() {
        partial.keep(roomy(HEAD.substring(0, CUT)));
        int greatest = 0;
        for (int i = 0; i < 1000; i++) {
            ByteBuf all = partial.join(read(HEAD.substring(CUT) + HEAD.substring(0, CUT)));
            greatest = Math.max(greatest, all.capacity());
            assertThat(text(all)).isEqualTo(HEAD + HEAD.substring(0, CUT));
            all.skipBytes(HEAD.length());
            partial.keep(all);
        }

        assertThat(greatest).isLessThanOrEqualTo(2 * Connection.HEADROOM);
    }

    @Test
    void theRoomInFrontStays() {
        partial.keep(roomy(HEAD.substring(0, CUT)));
        ByteBuf first = partial.join(read(HEAD.substring(CUT) + HEAD));
        first.skipBytes(HEAD.length());
        partial.keep(first);

        ByteBuf second = partial.join(read("next"));

        assertThat(second.readerIndex()).isEqualTo(Connection.HEADROOM);
        assertThat(text(second)).isEqualTo(HEAD + "next");
        second.release();
    }

    @Test
    void aHeadThatComesInManyReadsStaysWhereItIs() {
        partial.keep(roomy(HEAD.substring(0, 1)));
        for (int i = 1; i < HEAD.length(); i++) {
            partial.keep(partial.join(read(HEAD.substring(i, i + 1))));
        }

        ByteBuf whole = partial.join(read(""));

        assertThat(whole.readerIndex()).isEqualTo(Connection.HEADROOM);
        assertThat(text(whole)).isEqualTo(HEAD);
        whole.release();
    }
}
