// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Blocks of Netty's encoder decoded, blocks encoded for Netty's decoder, and blocks that nobody encodes. */
class HpackFuzzTest {

    private static final List<String> NAMES = List.of(
            "accept", "cookie", "x-a", "x-long-name-of-a-field-that-nobody-has", "content-type", "set-cookie", "etag");

    private final long seed = Mutants.seed(20260913);
    private final SplittableRandom random = new SplittableRandom(seed);

    private String value() {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8) == 0 ? random.nextInt(3000) : random.nextInt(30);
        boolean plain = random.nextBoolean();
        for (int i = 0; i < length; i++) {
            text.append((char) (plain ? 'a' + random.nextInt(26) : random.nextInt(256)));
        }
        return text.toString();
    }

    private List<String> fields() {
        List<String> fields = new ArrayList<>();
        int count = random.nextInt(12);
        for (int k = 0; k < count; k++) {
            boolean usual = random.nextInt(3) > 0;
            String name = NAMES.get(random.nextInt(NAMES.size())) + (usual ? "" : random.nextInt(100));
            fields.add(name + "=" + (random.nextBoolean() ? "v" + random.nextInt(5) : value()));
        }
        return fields;
    }

    @Test
    void decodesTheBlocksOfAnotherEncoder() throws Http2Exception {
        for (int connection = 0; connection < 40; connection++) {
            DefaultHttp2HeadersEncoder netty = new DefaultHttp2HeadersEncoder(
                    Http2HeadersEncoder.NEVER_SENSITIVE, true, 64, random.nextInt(2) * 1000);
            HpackDecoder ours = new HpackDecoder(4096);
            FieldBlock block = new FieldBlock();
            for (int round = 0; round < 50; round++) {
                if (random.nextInt(10) == 0) {
                    netty.configuration().maxHeaderTableSize(random.nextInt(4097));
                }
                List<String> fields = fields();
                DefaultHttp2Headers headers = new DefaultHttp2Headers(false);
                fields.forEach(field -> headers.add(before(field), after(field)));
                ByteBuf out = Unpooled.buffer();
                netty.encodeHeaders(1, headers, out);

                block.begin(FieldBlocks.PLENTY, FieldBlocks.PLENTY);
                assertThat(ours.decode(out.array(), 0, out.readableBytes(), block))
                        .as("seed %d", seed)
                        .isTrue();
                assertThat(FieldBlocks.words(block)).as("seed %d", seed).isEqualTo(fields);
            }
        }
    }

    @Test
    void isDecodedByAnotherDecoder() throws Http2Exception {
        for (int connection = 0; connection < 40; connection++) {
            DefaultHttp2HeadersDecoder netty = new DefaultHttp2HeadersDecoder(false, 1 << 24);
            HpackEncoder ours = new HpackEncoder();
            for (int round = 0; round < 50; round++) {
                if (random.nextInt(10) == 0) {
                    int size = random.nextInt(8192);
                    netty.configuration().maxHeaderTableSize(size);
                    ours.peerTableSize(size);
                }
                List<String> fields = fields();
                HeadBuffer out = new HeadBuffer(16);
                ours.begin(out);
                int status = 100 + random.nextInt(500);
                ours.status(status, out);
                for (String field : fields) {
                    byte[] octets = Wire.bytes(field);
                    int split = field.indexOf('=');
                    ours.field(octets, 0, split, split + 1, octets.length, out);
                }
                Http2Headers headers = netty.decodeHeaders(1, Unpooled.wrappedBuffer(out.octets(), 0, out.length()));

                List<String> words = new ArrayList<>();
                for (Map.Entry<CharSequence, CharSequence> field : headers) {
                    words.add(field.getKey() + "=" + field.getValue());
                }
                fields.add(0, ":status=" + status);
                assertThat(words).as("seed %d", seed).isEqualTo(fields);
            }
        }
    }

    @Test
    void agreesWithAnotherDecoderAboutAnyOctets() {
        List<String> seeds = HpackTarget.seeds().stream().map(Wire::text).toList();
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
            for (int change = random.nextInt(4); change >= 0; change--) {
                text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(256));
            }
            HpackTarget.fuzzerTestOneInput(Wire.bytes(text.toString()));
        }
        byte[] noise = new byte[60];
        for (int round = 0; round < 20_000; round++) {
            random.nextBytes(noise);
            noise[0] = (byte) random.nextInt(60);
            HpackTarget.fuzzerTestOneInput(noise);
        }
    }

    private static String before(String field) {
        return field.substring(0, field.indexOf('='));
    }

    private static String after(String field) {
        return field.substring(field.indexOf('=') + 1);
    }
}
