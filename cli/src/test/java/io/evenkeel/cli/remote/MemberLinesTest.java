// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The lines of {@code status} on joined dispatchers. */
class MemberLinesTest {

    private static List<String> lines(String json) {
        return new MemberLines(JsonMapper.shared().readTree(json).path("join")).lines();
    }

    @Test
    void aMemberHasALine() {
        assertThat(lines("""
                {"join": {"problem": null, "members": [
                  {"name": "10.0.0.1:7800", "self": true, "version": "0.1.0", "configGeneration": 2, "draining": false,
                   "everyMs": 50, "ageMs": 0, "share": 1.0, "inFlight": 12, "perSecond": 310.44},
                  {"name": "10.0.0.2:7800", "self": false, "version": "0.2.0", "configGeneration": 1, "draining": true,
                   "everyMs": 58, "ageMs": 90, "share": 1.0, "inFlight": 9, "perSecond": 0.0},
                  {"name": "10.0.0.3:7800", "self": false, "version": "0.1.0", "configGeneration": 1, "draining": false,
                   "ageMs": 3000, "share": 0.37, "inFlight": 4, "perSecond": 1.0}]}}
                """))
                .containsExactly(
                        "join: 10.0.0.1:7800 (this one), version 0.1.0, configuration 2, 12 in flight, 310.4 tasks/s, reports every 50 ms",
                        "join: 10.0.0.2:7800, version 0.2.0, configuration 1, 9 in flight, 0.0 tasks/s, reports every 58 ms, heard 90 ms ago, draining",
                        "join: 10.0.0.3:7800, version 0.1.0, configuration 1, 4 in flight, 1.0 tasks/s, LATE: heard 3s ago, counts 37 %");
    }

    @Test
    void aPortThatCannotBeOpenedIsSaid() {
        assertThat(lines("""
                {"join": {"problem": "10.0.0.1:7800 cannot be opened: address in use", "members": []}}
                """)).containsExactly("join: NOT JOINED: 10.0.0.1:7800 cannot be opened: address in use");
    }

    @Test
    void aDispatcherByItselfHasNone() {
        assertThat(lines("{}")).isEmpty();
    }
}
