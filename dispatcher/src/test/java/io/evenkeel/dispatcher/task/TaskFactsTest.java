// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.engine.ManualLoop;
import org.junit.jupiter.api.Test;

class TaskFactsTest {

    private final ManualLoop clock = new ManualLoop();
    private final Attempts attempts = Attempts.ofRequests(clock.loop(), new HeardOwner());
    private final TaskFacts facts = attempts.facts();

    private void begin() {
        attempts.clear(clock.loop().nowNs());
    }

    @Test
    void aRequestWithoutAHomeBeginsASession() {
        begin();

        facts.belongs(0, 0, true);

        assertThat(facts.placesSession()).isTrue();
        assertThat(facts.beginsSession()).isTrue();
        assertThat(facts.onlyHome()).isTrue();
    }

    @Test
    void aRequestWithAHomeGoesOnWithOne() {
        begin();

        facts.belongs(7, 8, false);

        assertThat(facts.home()).isEqualTo(7);
        assertThat(facts.replica()).isEqualTo(8);
        assertThat(facts.placesSession()).isFalse();
        assertThat(facts.beginsSession()).isFalse();
    }

    @Test
    void aSessionThatWasSeenBeforeDoesNotBeginThoughItMustBePlaced() {
        begin();
        facts.belongs(0, 0, false);

        facts.waitsAs(3, 5_000);

        assertThat(facts.beginsSession()).isFalse();
        assertThat(facts.placesSession()).isTrue();
        assertThat(facts.queueClass()).isEqualTo(3);
        assertThat(facts.idleNs()).isEqualTo(5_000);
    }

    @Test
    void aNewRequestHasTheClientOfTheLastOneAndNothingElse() {
        begin();
        facts.clientKey(42);
        facts.session(5, 6);
        facts.belongs(7, 8, true);
        facts.waitsAs(3, 5_000);

        begin();

        assertThat(facts.clientKey()).isEqualTo(42);
        assertThat(facts.sessionKey()).isZero();
        assertThat(facts.thinkNs()).isEqualTo(-1);
        assertThat(facts.home()).isZero();
        assertThat(facts.replica()).isZero();
        assertThat(facts.onlyHome()).isFalse();
        assertThat(facts.placesSession()).isFalse();
        assertThat(facts.beginsSession()).isFalse();
        assertThat(facts.queueClass()).isZero();
        assertThat(facts.idleNs()).isEqualTo(-1);
        assertThat(facts.application()).isNull();
        assertThat(facts.trace()).isNull();
    }

    @Test
    void anAnswerThatBeginsASessionLeavesTheThinkTime() {
        begin();
        facts.session(0, 6);

        facts.sessionKey(5);

        assertThat(facts.sessionKey()).isEqualTo(5);
        assertThat(facts.thinkNs()).isEqualTo(6);
    }
}
