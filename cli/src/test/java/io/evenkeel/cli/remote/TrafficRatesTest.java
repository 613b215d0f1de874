// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TrafficRatesTest {

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @Test
    void takesDifferences() {
        JsonNode before = json("{'tasks':100,'ptMs':{'count':100,'sum':1000},'responseCellsNs':[[1000000,100]]}");
        JsonNode now =
                json("{'tasks':300,'ptMs':{'count':300,'sum':5000},'responseCellsNs':[[1000000,298],[9000000,2]]}");
        TrafficRates rates = new TrafficRates(before, now, 2);

        assertThat(rates.perSecond("tasks")).isEqualTo(100);
        assertThat(rates.mean("ptMs")).isEqualTo(20);
        assertThat(rates.responseMsAt(0.99)).isEqualTo(1);
        assertThat(rates.responseMsAt(1)).isEqualTo(9);
    }

    @Test
    void knowsNothingWhenNothingHappened() {
        JsonNode same = json("{'tasks':5,'ptMs':{'count':5,'sum':50},'responseCellsNs':[[1000000,5]]}");
        TrafficRates rates = new TrafficRates(same, same, 1);

        assertThat(rates.perSecond("tasks")).isZero();
        assertThat(rates.mean("ptMs")).isNull();
        assertThat(rates.responseMsAt(0.99)).isNull();
    }

    @Test
    void beginsAtZeroWhenTotalsWentBack() {
        JsonNode before = json("{'tasks':500,'ptMs':{'count':500,'sum':9000}}");
        JsonNode now = json("{'tasks':10,'ptMs':{'count':10,'sum':50}}");
        TrafficRates rates = new TrafficRates(before, now, 1);

        assertThat(rates.perSecond("tasks")).isEqualTo(10);
        assertThat(rates.mean("ptMs")).isEqualTo(5);
    }
}
