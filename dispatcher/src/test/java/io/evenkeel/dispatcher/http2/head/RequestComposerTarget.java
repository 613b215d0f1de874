// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;
import io.evenkeel.dispatcher.http2.hpack.FieldBlocks;
import io.evenkeel.dispatcher.http2.hpack.HpackDecoder;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.Reading;
import io.evenkeel.dispatcher.kit.ReferenceReader;
import io.evenkeel.dispatcher.kit.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A fuzzer's target: the head composed for any fields is one head, and the reference reader finds in it exactly the
 * request that the fields are. The first octet says whether the stream ends, and whether CONNECT is allowed.
 */
public final class RequestComposerTarget {

    private static final List<String> OWN = List.of("content-length", "transfer-encoding", "host", "cookie");

    private RequestComposerTarget() {}

    public static List<byte[]> seeds() {
        return List.of(
                seed(1, ":method=GET", ":scheme=http", ":path=/", ":authority=a.test", "accept=*/*"),
                seed(0, ":method=POST", ":scheme=https", ":path=/a?b=c", ":authority=a:1", "content-length=5"),
                seed(0, ":method=PUT", ":scheme=https", ":path=/a", ":authority=a", "expect=100-continue"),
                seed(
                        1,
                        ":method=GET",
                        ":scheme=http",
                        ":path=/",
                        "host=a.test",
                        "cookie=a=b",
                        "cookie=c",
                        "te=trailers"),
                seed(1, ":method=OPTIONS", ":scheme=http", ":path=*", ":authority=a.test", "host=a.test:80"),
                seed(
                        1,
                        ":method=GET",
                        ":scheme=http",
                        ":path=/",
                        ":authority=a",
                        "x-a=b\r\nx-c: d",
                        "connection=close"),
                seed(2, ":method=CONNECT", ":protocol=websocket", ":scheme=http", ":path=/", ":authority=a"),
                seed(0, ":method=CONNECT", ":authority=a:443"));
    }

    private static byte[] seed(int flags, String... fields) {
        return Wire.bytes((char) flags + Wire.text(FieldBlocks.literals(fields)));
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        if (octets.length > 0) {
            FieldBlock block = new FieldBlock();
            block.begin(FieldBlocks.PLENTY, FieldBlocks.PLENTY);
            if (new HpackDecoder(4096).decode(octets, 1, octets.length, block)) {
                agrees(block, (octets[0] & 1) != 0, (octets[0] & 2) != 0);
            }
        }
    }

    /** True when a head is composed that is accepted; fails when it is another request. */
    static boolean agrees(FieldBlock block, boolean ends, boolean connects) {
        RequestComposer composer = new RequestComposer(octets -> Arrays.fill(octets, (byte) 1));
        HeadBuffer out = new HeadBuffer(64);
        if (composer.compose(block, ends, connects, out) != null) {
            return false;
        }
        byte[] octets = Arrays.copyOf(out.octets(), out.length());
        String shown = FieldBlocks.words(block) + "\n" + Wire.shown(octets);
        RequestHead head = new RequestHead();
        int end = head.read(octets, 0, octets.length, RequestLimits.NONE);
        if (end == RequestHead.REFUSED) {
            return false;
        }
        assertThat(end).as(shown).isEqualTo(octets.length);
        Reading reading = ReferenceReader.requestHead(octets, 0);
        assertThat(reading).as(shown).isInstanceOf(Reading.Whole.class);
        Message message = ((Reading.Whole) reading).message();
        assertThat(((Reading.Whole) reading).end()).as(shown).isEqualTo(octets.length);

        Map<String, List<String>> sent = byName(block);
        boolean connect = sent.containsKey(":protocol");
        assertThat(message.method()).as(shown).isEqualTo(connect ? "GET" : only(sent, ":method"));
        assertThat(message.target()).as(shown).isEqualTo(only(sent, ":path"));
        assertThat(message.version()).as(shown).isEqualTo("HTTP/1.1");
        String host = sent.containsKey(":authority") ? only(sent, ":authority") : only(sent, "host");
        assertThat(message.values("host")).as(shown).containsExactly(host);
        List<String> cookies = sent.getOrDefault("cookie", List.of()).stream()
                .filter(cookie -> !cookie.isEmpty())
                .toList();
        assertThat(message.value("cookie")).as(shown).isEqualTo(String.join("; ", cookies));
        assertThat(others(message, connect)).as(shown).isEqualTo(others(block, connect));
        boolean announces = sent.containsKey("content-length")
                && !only(sent, "content-length").matches("0+");
        Message.Framing framing =
                ends || connect ? Message.Framing.NONE : announces ? Message.Framing.LENGTH : Message.Framing.CHUNKED;
        boolean empty = message.framing() == Message.Framing.LENGTH && message.length() == 0;
        assertThat(empty ? framing : message.framing()).as(shown).isEqualTo(framing);
        assertThat(message.has("upgrade")).as(shown).isEqualTo(connect);
        return true;
    }

    private static Map<String, List<String>> byName(FieldBlock block) {
        Map<String, List<String>> fields = new TreeMap<>();
        for (int k = 0; k < block.count(); k++) {
            fields.computeIfAbsent(FieldBlocks.name(block, k), name -> new ArrayList<>())
                    .add(FieldBlocks.value(block, k));
        }
        return fields;
    }

    private static String only(Map<String, List<String>> fields, String name) {
        List<String> values = fields.getOrDefault(name, List.of());
        assertThat(values).as(name).hasSize(1);
        return values.get(0);
    }

    private static List<String> others(FieldBlock block, boolean connect) {
        List<String> others = new ArrayList<>();
        for (int k = 0; k < block.count(); k++) {
            String name = FieldBlocks.name(block, k);
            if (!name.startsWith(":") && isOther(name, connect)) {
                others.add(name + "=" + FieldBlocks.value(block, k));
            }
        }
        return others;
    }

    private static List<String> others(Message message, boolean connect) {
        return message.fields().stream()
                .filter(field -> isOther(field.name().toLowerCase(Locale.ROOT), connect))
                .map(field -> field.name() + "=" + field.value())
                .toList();
    }

    private static boolean isOther(String name, boolean connect) {
        boolean handshake = connect
                && List.of("connection", "upgrade", "sec-websocket-key", "sec-websocket-version")
                        .contains(name);
        return !OWN.contains(name) && !handshake;
    }
}
