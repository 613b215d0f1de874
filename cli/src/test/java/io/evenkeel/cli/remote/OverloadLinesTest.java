// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OverloadLinesTest {

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    @Test
    void aLineForTheAdmissionAndOneForEachClass() {
        assertThat(new OverloadLines("shop", json("""
                {"admitsSessions": true,
                 "admission": {"running": 317.6, "limit": 326.4, "thinkSeconds": 1.04, "chance": 0.9},
                 "classes": {
                   "other": {"waiting": 3, "admitted": 51200,
                             "withoutNode": {"sessions-capacity": 812, "queue-full": 0, "client-gone": 2}},
                   "gold": {"waiting": 0, "admitted": 7, "withoutNode": {"queue-full": 0}}}}""")).lines())
                .containsExactly(
                        "shop admits sessions: 318 run of at most 326, think time 1.0 s, chance of new ones 90 %",
                        "shop class other: 3 wait, 51200 admitted; without a node: 812 sessions-capacity, 2 client-gone",
                        "shop class gold: 0 wait, 7 admitted");
    }

    @Test
    void aLineForTheBoundOfEachNodeAndForThePatienceOfClients() {
        assertThat(new OverloadLines("shop", json("""
                {"patienceSeconds": 0.325, "classes": {},
                 "bounds": {"vcn1": {"most": 38, "by": "learned", "baseMs": 12.04},
                            "vcn2": {"most": 200, "by": "workers"}}}""")).lines())
                .containsExactly(
                        "shop: clients give up after 325 ms, so nothing waits for longer",
                        "shop/vcn1: at most 38 tasks, learned from its answers, which take 12.0 ms when none waits",
                        "shop/vcn2: at most 200 tasks, as its workers allow");
    }

    @Test
    void withoutAgentsThereIsNoLimitAndWithoutRulesNoLine() {
        assertThat(new OverloadLines("shop", json("""
                {"admission": {"running": 10, "thinkSeconds": 2, "chance": 1}, "classes": {}}""")).lines())
                .containsExactly("shop admits sessions: 10 run, think time 2.0 s, chance of new ones 100 %");
        assertThat(new OverloadLines("shop", json("{\"admitsSessions\": false, \"classes\": {}}")).lines())
                .isEmpty();
    }
}
