// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A fuzzer's target: blocks of one connection that this decoder accepts, Netty's accepts, with the same fields, and it
 * refuses what Netty's refuses. A block is preceded by an octet with its length.
 */
public final class HpackTarget {

    private HpackTarget() {}

    public static List<byte[]> seeds() {
        List<String> blocks = List.of(
                "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff",
                "8286 84be 5886 a8eb 1064 9cbf",
                "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf",
                "203f e11f 400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
                "3fe1 01 4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e"
                        + "919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
                "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2"
                        + "e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106"
                        + "3d50 07");
        List<byte[]> seeds = new ArrayList<>();
        StringBuilder all = new StringBuilder();
        for (String block : blocks) {
            byte[] octets = FieldBlocks.hex(block);
            String text = (char) octets.length + Wire.text(octets);
            seeds.add(Wire.bytes(text));
            all.append(text);
        }
        seeds.add(Wire.bytes(all.toString()));
        return seeds;
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        HpackDecoder ours = new HpackDecoder(4096);
        DefaultHttp2HeadersDecoder netty = new DefaultHttp2HeadersDecoder(false, 1 << 24);
        FieldBlock block = new FieldBlock();
        for (int at = 0; at < octets.length; ) {
            int end = Math.min(octets.length, at + 1 + (octets[at] & 0xff));
            if (!agree(ours, netty, block, octets, at + 1, end)) {
                return;
            }
            at = end;
        }
    }

    /** True when both decoders accept a block, with the same fields; fails when they do not agree. */
    static boolean agree(
            HpackDecoder ours, DefaultHttp2HeadersDecoder netty, FieldBlock block, byte[] octets, int from, int to) {
        block.begin(FieldBlocks.PLENTY, FieldBlocks.PLENTY);
        boolean accepted = ours.decode(octets, from, to, block);
        List<String> expected = netty(netty, octets, from, to);
        String shown = Wire.shown(Arrays.copyOfRange(octets, from, to));
        assertThat(accepted).as(shown).isEqualTo(expected != null);
        if (expected == null) {
            return false;
        }
        assertThat(pseudoFirst(FieldBlocks.words(block))).as(shown).isEqualTo(expected);
        return true;
    }

    /** The fields in Netty's order; null when it refuses the block. */
    @SuppressWarnings("NullAway")
    private static List<String> netty(DefaultHttp2HeadersDecoder netty, byte[] octets, int from, int to) {
        ByteBuf in = Unpooled.wrappedBuffer(octets, from, to - from);
        try {
            Http2Headers headers = netty.decodeHeaders(1, in);
            List<String> words = new ArrayList<>();
            for (Map.Entry<CharSequence, CharSequence> field : headers) {
                words.add(field.getKey() + "=" + field.getValue());
            }
            return pseudoFirst(words);
        } catch (Http2Exception e) {
            return null;
        }
    }

    private static List<String> pseudoFirst(List<String> words) {
        List<String> sorted = new ArrayList<>();
        words.stream().filter(word -> word.startsWith(":")).forEach(sorted::add);
        words.stream().filter(word -> !word.startsWith(":")).forEach(sorted::add);
        return sorted;
    }
}
