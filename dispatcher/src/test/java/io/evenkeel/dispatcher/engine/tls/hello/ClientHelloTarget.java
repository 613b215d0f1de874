// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls.hello;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.tls.hello.ClientHello.State;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * A fuzzer's target: a ClientHello is decided by its own octets, in whatever pieces and records they come, needs each
 * of them, and is bounded.
 */
public final class ClientHelloTarget {

    private ClientHelloTarget() {}

    /** Hellos of real clients. */
    public static List<byte[]> seeds() {
        return Hellos.RECORDED.stream().map(Hellos::of).toList();
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        holds(octets);
    }

    /** True when the octets begin with a hello; fails when the reader's answer cannot be right. */
    static boolean holds(byte[] octets) {
        Supplier<String> shown = () -> ByteBufUtil.hexDump(octets);
        ClientHello hello = new ClientHello();
        State state = hello.read(Unpooled.wrappedBuffer(octets));
        assertThat(hello.fault() != null).as(shown).isEqualTo(state == State.BAD);
        ClientHello pieces = new ClientHello();
        State slowly = State.MORE;
        for (int length = 1; length <= octets.length && slowly == State.MORE; length += 1 + length / 8) {
            slowly = pieces.read(Unpooled.wrappedBuffer(octets, 0, length));
        }
        assertThat(pieces.read(Unpooled.wrappedBuffer(octets))).as(shown).isEqualTo(state);
        assertThat(pieces.serverName()).as(shown).isEqualTo(hello.serverName());
        if (state == State.MORE) {
            assertThat(octets.length).as(shown).isLessThanOrEqualTo(ClientHello.MOST_OCTETS + 5);
        }
        if (state != State.WHOLE) {
            return false;
        }
        int length = hello.octets();
        assertThat(length).as(shown).isBetween(9, octets.length);
        assertThat(new ClientHello().read(Unpooled.wrappedBuffer(octets, 0, length - 1)))
                .as(shown)
                .isEqualTo(State.MORE);
        assertSameInRecords(hello, Arrays.copyOf(octets, length), shown);
        return true;
    }

    /** Two records say the same as one. */
    private static void assertSameInRecords(ClientHello hello, byte[] octets, Supplier<String> shown) {
        boolean one = 5 + ((octets[3] & 0xff) << 8 | (octets[4] & 0xff)) == octets.length;
        byte[] two = one ? Hellos.inRecordsOf(octets, 1 + (octets.length - 5) / 2) : octets;
        ClientHello other = new ClientHello();
        boolean fits = two.length <= ClientHello.MOST_OCTETS;
        State expected = fits ? State.WHOLE : other.read(Unpooled.wrappedBuffer(two));
        assertThat(other.read(Unpooled.wrappedBuffer(two))).as(shown).isEqualTo(expected);
        assertThat(fits ? other.serverName() : hello.serverName()).as(shown).isEqualTo(hello.serverName());
        assertThat(fits ? other.protocols() : hello.protocols()).as(shown).isEqualTo(hello.protocols());
        assertThat(fits ? other.resumes() : hello.resumes()).as(shown).isEqualTo(hello.resumes());
    }
}
