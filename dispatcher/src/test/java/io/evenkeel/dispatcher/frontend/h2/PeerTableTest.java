// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.frontend.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.MemoryConnection.Peer;
import io.evenkeel.dispatcher.http2.frame.FrameType;
import io.evenkeel.dispatcher.kit.FrameLines;
import io.evenkeel.dispatcher.kit.MemoryStand;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first octets of an answer's block tell a client that its table has no room, when that table was ever small. */
final class PeerTableTest {

    private static final int TABLE_SIZE = 1;
    private static final int FRAME_HEAD = 9;
    private static final int NO_TABLE = 0x20;

    /** The smallest of several sizes is told, also when a larger one follows in the same frame (RFC 7541 §4.2). */
    @ParameterizedTest
    @CsvSource({"4096, 4096, false", "4096, 100, true", "100, 4096, true", "0, 65536, true", "8192, 4096, false"})
    void aSmallTableIsTold(int first, int second, boolean told) {
        MemoryStand stand = new MemoryStand(1);
        Peer client = stand.client();
        String settings = FrameLines.setting(TABLE_SIZE, first) + FrameLines.setting(TABLE_SIZE, second);
        client.sends(FrameLines.PREFACE + FrameLines.frame(FrameType.SETTINGS, 0, 0, settings));
        client.got();
        int whole = FrameType.END_STREAM | FrameType.END_HEADERS;
        client.sends(FrameLines.frame(FrameType.HEADERS, whole, 1, FrameClient.request("GET", "/")));
        stand.node(1).sends("HTTP/1.1 204 No Content\r\n\r\n");

        String answer = client.got();

        assertThat(answer.charAt(3)).isEqualTo((char) FrameType.HEADERS);
        assertThat(answer.charAt(FRAME_HEAD) == NO_TABLE).isEqualTo(told);
    }
}
