// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AgentOptionsTest {

    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> initParameters = new HashMap<>();

    @Test
    void needsNothing() {
        AgentOptions settings = settings(null);

        assertThat(settings.complaints()).isEmpty();
        assertThat(settings.port()).isEqualTo(9_797);
        assertThat(settings.host().isLoopbackAddress()).isTrue();
        assertThat(settings.path()).isEqualTo("/evenkeel-agent");
        assertThat(settings.checkPort()).isEqualTo(AgentOptions.OFF);
        assertThat(settings.intervalMs()).isEqualTo(100);
        assertThat(settings.name()).isNotEmpty();
        assertThat(settings.pushUrl()).isNull();
        assertThat(settings.queueMax()).isEmpty();
    }

    @Test
    void theFirstOfTheFourPlacesCounts() {
        initParameters.put("port", "4");
        assertThat(settings(null).port()).isEqualTo(4);
        environment.put("EVENKEEL_AGENT_PORT", "3");
        assertThat(settings(null).port()).isEqualTo(3);
        properties.put("evenkeel.agent.port", "2");
        assertThat(settings(null).port()).isEqualTo(2);
        assertThat(settings("name=n1, port = 1").port()).isEqualTo(1);
    }

    @Test
    void anEmptyValueIsNone() {
        properties.put("evenkeel.agent.port", " ");
        environment.put("EVENKEEL_AGENT_PORT", "3");

        assertThat(settings(null).port()).isEqualTo(3);
    }

    @Test
    void namesWithDotsAreNamesWithUnderscoresInTheEnvironment() {
        environment.put("EVENKEEL_AGENT_QUEUE_MAX", "12");

        assertThat(settings(null).queueMax()).hasValue(12);
    }

    @ParameterizedTest
    @CsvSource({
        "port, http, '-javaagent argument port ''http'': is neither a port nor off; it is 9797'",
        "port, 65536, '-javaagent argument port ''65536'': is neither a port nor off; it is 9797'",
        "check.port, -1, '-javaagent argument check.port ''-1'': is neither a port nor off; it is off'",
        "interval, 50ms, '-javaagent argument interval ''50ms'': is not a time from 100ms to 60s; it is 100ms'",
        "interval, 1m, '-javaagent argument interval ''1m'': is not a time from 100ms to 60s; it is 100ms'",
        "path, state, '-javaagent argument path ''state'': must begin with a slash and hold letters, digits and ._~- only; it is /evenkeel-agent'",
        "workers.max, many, '-javaagent argument workers.max ''many'': is not a number from 0 to 10000000; the value of the server is used'",
        "push.url, ftp://d/, '-javaagent argument push.url ''ftp://d/'': is not an http or https URL; nothing is pushed'",
        "prot, 9797, '-javaagent argument prot: there is no such key; it is left out'",
    })
    void aWrongValueIsSaidAndTheDefaultHolds(String key, String value, String complaint) {
        AgentOptions settings = settings(key + "=" + value);

        assertThat(settings.complaints()).containsExactly(complaint);
        assertThat(settings.port()).isEqualTo(9_797);
        assertThat(settings.intervalMs()).isEqualTo(100);
        assertThat(settings.path()).isEqualTo("/evenkeel-agent");
        assertThat(settings.workersMax()).isEmpty();
        assertThat(settings.pushUrl()).isNull();
    }

    @Test
    void whatIsNoPairIsSaid() {
        assertThat(settings("port=1,off,").complaints())
                .containsExactly("-javaagent argument 'off': is not key=value; it is left out");
    }

    @Test
    void othersMayReadOnlyWithAToken() {
        properties.put("evenkeel.agent.host", "0.0.0.0");

        AgentOptions open = settings(null);
        assertThat(open.host().isLoopbackAddress()).isTrue();
        assertThat(open.complaints()).singleElement().asString().contains("0.0.0.0", "evenkeel.agent.token");

        AgentOptions closed = settings("token=s3cret");
        assertThat(closed.host().isAnyLocalAddress()).isTrue();
        assertThat(closed.complaints()).isEmpty();
    }

    @Test
    void aNodeThatRegistersMustSayItsAddress() {
        AgentOptions without = settings("push.url=http://dispatcher:8111/push");
        assertThat(without.pushUrl()).isNull();
        assertThat(without.complaints()).singleElement().asString().contains("evenkeel.agent.address");

        AgentOptions with = settings("push.url=http://dispatcher:8111/push,address=10.0.0.3:8080");
        assertThat(with.pushUrl()).hasToString("http://dispatcher:8111/push");
        assertThat(with.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"100ms, 100", "2s, 2000", "60s, 60000"})
    void intervalsHaveUnits(String text, int ms) {
        assertThat(settings("interval=" + text).intervalMs()).isEqualTo(ms);
    }

    private AgentOptions settings(@Nullable String arguments) {
        return AgentOptions.of(arguments, properties::get, environment::get, initParameters);
    }
}
