// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.kit.Wire;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.PushReader;
import io.evenkeel.wire.push.Registration;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A fuzzer's target: an agent's message that is accepted is JSON for another reader, too, says the same there, and
 * comes back whole when it is written; one that is not has its fault on one short line.
 */
public final class PushMessageTarget {

    private static final int LONGEST_FAULT = 400;

    private static final JsonMapper OTHER_READER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PushMessageTarget() {}

    /** A message of each kind. */
    public static List<byte[]> seeds() {
        NodeSample sample = new NodeSample();
        sample.set(Metric.OS_CPU_USED_PERCENT, 12.5);
        sample.stamp(1, 2, 3);
        Registration registration = new Registration("vcn1", "shop", "10.0.0.5:8080")
                .agentPort(9911)
                .capacity(12, 4)
                .software("Tomcat 11.0.24, Java 21");
        Stream<String> ours = Stream.of(
                        PushMessage.register(registration),
                        PushMessage.registered("a1", 1000, true),
                        PushMessage.update("a1", sample),
                        PushMessage.updated("a1", 500, false),
                        PushMessage.stop("a1", "maintenance"),
                        PushMessage.stopped("a1"),
                        PushMessage.refused("no such cluster", "name one of: shop"))
                .map(PushMessage::toString);
        Stream<String> newer = Stream.of(
                "{\"newer\":[{\"a\":[null,true,-1.5e-3]}],\"kind\":\"stopped\",\"id\":\"a1\"}",
                "{ \"kind\" : \"update\",\"id\":\"a1\",\"sample\":{\"OS_CPU_USED%\":500,\"epochMs\":1,\"x\":{}}}");
        return Stream.concat(ours, newer)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** The entry of the fuzzer. */
    public static void fuzzerTestOneInput(byte[] octets) {
        holds(octets);
    }

    /** True when the octets are a message; fails when another reader reads something else. */
    static boolean holds(byte[] octets) {
        Supplier<String> shown = () -> Wire.shown(octets);
        PushReader reader = new PushReader();
        PushMessage message = reader.read(octets, 0, octets.length);
        if (message == null) {
            assertThat(reader.fault())
                    .as(shown)
                    .isNotEmpty()
                    .hasSizeLessThan(LONGEST_FAULT)
                    .doesNotContain("\n");
            return false;
        }
        PushMessage again = PushMessage.read(
                message.toString().getBytes(StandardCharsets.UTF_8),
                0,
                message.toString().getBytes(StandardCharsets.UTF_8).length);
        assertThat(again).as(shown).hasToString(message.toString());
        String text = utf8(octets);
        if (text != null) {
            JsonNode json = OTHER_READER.readTree(text);
            assertThat(json.isObject()).as(shown).isTrue();
            if (text.indexOf('\\') < 0) {
                assertSame(json, message, shown);
            }
        }
        return true;
    }

    private static void assertSame(JsonNode json, PushMessage message, Supplier<String> shown) {
        String kind = message.kind().name().toLowerCase(Locale.ROOT);
        assertThat(json.path("kind").asString()).as(shown).isEqualTo(kind);
        if (!message.id().isEmpty()) {
            assertThat(json.path("id").asString()).as(shown).isEqualTo(message.id());
        }
        if (message.intervalMs() != 0) {
            assertThat(json.path("intervalMs").asDouble()).as(shown).isEqualTo(message.intervalMs());
        }
        if (message.kind() == PushMessage.Kind.REGISTER) {
            Registration registration = message.registration();
            assertThat(json.path("node").asString()).as(shown).isEqualTo(registration.node());
            assertThat(json.path("cluster").asString()).as(shown).isEqualTo(registration.cluster());
            assertThat(json.path("address").asString()).as(shown).isEqualTo(registration.address());
        }
    }

    /** The text of the octets; null when they are not UTF-8, which the reader does not check where it only skips. */
    private static @Nullable String utf8(byte[] octets) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
