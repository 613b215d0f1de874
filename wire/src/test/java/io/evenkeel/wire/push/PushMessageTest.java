// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PushMessageTest {

    private static final Registration VCN1 = new Registration("vcn1", "shop", "10.0.0.5:8080")
            .agentPort(9911)
            .capacity(12, 4)
            .software("Tomcat 11.0.24, Java 21");

    private final PushReader reader = new PushReader();

    @Test
    void registrationComesBackWhole() {
        assertThat(PushMessage.register(VCN1))
                .hasToString(
                        "{\"kind\":\"register\",\"node\":\"vcn1\",\"cluster\":\"shop\",\"address\":\"10.0.0.5:8080\","
                                + "\"agentPort\":9911,\"workers\":12,\"processors\":4,\"software\":\"Tomcat 11.0.24, Java 21\"}");
        assertThat(back(PushMessage.register(VCN1)).registration())
                .usingRecursiveComparison()
                .isEqualTo(VCN1);
    }

    @Test
    void updateBringsItsSample() {
        NodeSample sample = new NodeSample();
        sample.set(Metric.OS_CPU_USED_PERCENT, 12.5);
        sample.stamp(1, 2, 3);

        PushMessage back = back(PushMessage.update("a1", sample));

        assertThat(back.kind()).isEqualTo(PushMessage.Kind.UPDATE);
        assertThat(back.id()).isEqualTo("a1");
        assertThat(back.sample().value(Metric.OS_CPU_USED_PERCENT)).isEqualTo(12.5);
        assertThat(back.sample().sequence()).isEqualTo(2);
    }

    @Test
    void answersComeBack() {
        PushMessage registered = back(PushMessage.registered("a1", 1000, true));
        assertThat(registered.intervalMs()).isEqualTo(1000);
        assertThat(registered.query()).isTrue();
        PushMessage updated = back(PushMessage.updated("a1", 500, false));
        assertThat(updated.kind()).isEqualTo(PushMessage.Kind.UPDATED);
        assertThat(updated.query()).isFalse();
        assertThat(back(PushMessage.stop("a1", "maintenance")).reason()).isEqualTo("maintenance");
        assertThat(back(PushMessage.stopped("a1")).kind()).isEqualTo(PushMessage.Kind.STOPPED);
        PushMessage refused = back(PushMessage.refused("no such cluster", "name one of: shop"));
        assertThat(refused.reason()).isEqualTo("no such cluster");
        assertThat(refused.remedy()).isEqualTo("name one of: shop");
    }

    @Test
    void lyingSampleArrivesWithItsLiesCounted() {
        PushMessage message = read("{\"kind\":\"update\",\"id\":\"a1\",\"sample\":{\"OS_CPU_USED%\":500}}");

        assertThat(Objects.requireNonNull(message).sample().rejected()).isEqualTo(1);
    }

    @Test
    void unknownNamesAreSkipped() {
        assertThat(read("{\"newer\":[{}],\"kind\":\"stopped\",\"id\":\"a1\"}")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]|not one JSON object",
                "{}|kind has to be one of",
                "{\"kind\":\"hello\"}|kind has to be one of [refused, register,",
                "{\"kind\":\"stop\"}|id is ''",
                "{\"kind\":\"stop\",\"id\":\"a b\"}|id is 'a b'; it has to be 1 to 64 letters",
                "{\"kind\":\"stop\",\"id\":7}|id is ''",
                "{\"kind\":\"stop\",\"id\":\"a\",\"id\":\"b\"}|'id' is there twice",
                "{\"kind\":\"update\",\"id\":\"a\"}|sample is missing",
                "{\"kind\":\"update\",\"id\":\"a\",\"sample\":3}|sample is not a flat JSON object",
                "{\"kind\":\"update\",\"id\":\"a\",\"sample\":{\"JVM_THREADS\":1,\"JVM_THREADS\":2}}|sample is not",
                "{\"kind\":\"updated\",\"id\":\"a\",\"intervalMs\":9}|intervalMs is '9'; it has to be 10 to 3600000",
                "{\"kind\":\"updated\",\"id\":\"a\",\"intervalMs\":1e12}|intervalMs is '-1'",
                "{\"kind\":\"updated\",\"id\":\"a\"}|intervalMs is '0'",
                "{\"kind\":\"register\"}|node is ''",
                "{\"kind\":\"register\",\"node\":\"../x\",\"cluster\":\"c\",\"address\":\":1\"}|node is '../x'",
                "{\"kind\":\"register\",\"node\":\"n\",\"cluster\":\"c\",\"address\":\"h\"}|address is 'h'; it has to be host:port",
                "{\"kind\":\"register\",\"node\":\"n\",\"cluster\":\"c\",\"address\":\":1\",\"workers\":1.5}|workers is '-1'",
                "{\"kind\":\"register\",\"node\":\"n\",\"cluster\":\"c\",\"address\":\":1\",\"agentPort\":99999}|agentPort is '99999'"
            })
    void saysWhatIsWrong(String text, String fault) {
        assertThat(read(text)).isNull();
        assertThat(reader.fault()).contains(fault);
    }

    @Test
    void faultIsShortAndOnOneLineWhateverWasSent() {
        read("{\"kind\":\"stop\",\"id\":\"\\u001b[2J\\u202e" + "x".repeat(900) + "\"}");

        assertThat(reader.fault()).hasSizeLessThan(200).doesNotContain("\u001b", "\u202e", "\n");
        assertThat(PushMessage.refused(reader.fault(), "").reason()).isEqualTo(reader.fault());
    }

    @Test
    void longMessagesAndTextsAreRefused() {
        assertThat(read("{\"kind\":\"stopped\",\"id\":\"a\"" + " ".repeat(PushReader.MOST_OCTETS) + "}"))
                .isNull();
        assertThat(reader.fault()).contains("longer than");
        assertThat(read("{\"kind\":\"stopped\",\"id\":\"a\",\"x\":\"" + "y".repeat(2000) + "\"}"))
                .isNull();
    }

    /** Each of these letters is written as an escape of six octets. */
    @Test
    void theLongestTextOfAnyAlphabetComesBackWhole() {
        String reason = "\u044f".repeat(200);

        assertThat(back(PushMessage.stop("a1", reason)).reason()).isEqualTo(reason);
        assertThat(back(PushMessage.refused(reason, reason)).remedy()).isEqualTo(reason);
        assertThat(back(PushMessage.register(VCN1.software(reason)))
                        .registration()
                        .software())
                .isEqualTo(reason);
    }

    @Test
    void textsForPeopleAreCutAndKeptOnOneLine() {
        PushMessage refused = PushMessage.refused("a\nb\u2028c" + "x".repeat(300), "");

        assertThat(refused.reason()).startsWith("a b c").hasSize(200);
        assertThat(VCN1.software("a\tb").software()).isEqualTo("a b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.5:8080", "node-1.shop.example:1", "[::1]:65535", "[fe80::1]:80", ":8080"})
    void takesAddresses(String address) {
        assertThat(new Registration("n", "c", address).address()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "8080",
                "host",
                "host:",
                "host:0",
                "host:65536",
                "::1:80",
                "a b:80",
                "host:80/x",
                "http://h:80",
                "h:80:80"
            })
    void refusesWhatIsNoAddress(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> new Registration("n", "c", address));
    }

    @Test
    void messageHasOnlyWhatItsKindHas() {
        PushMessage stopped = PushMessage.stopped("a1");

        assertThatIllegalStateException().isThrownBy(stopped::sample).withMessageContaining("STOPPED");
        assertThatIllegalStateException().isThrownBy(stopped::registration);
    }

    private PushMessage back(PushMessage message) {
        return Objects.requireNonNull(read(message.toString()), reader.fault());
    }

    private @Nullable PushMessage read(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        return reader.read(octets, 0, octets.length);
    }
}
