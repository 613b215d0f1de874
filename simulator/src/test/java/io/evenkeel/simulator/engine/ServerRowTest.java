// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.event.EventQueue;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.file.ScenarioFiles;
import io.evenkeel.simulator.server.Ending;
import io.evenkeel.simulator.server.Server;
import io.evenkeel.simulator.server.Tasks;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerRowTest {

    private static final long WAY_NS = 100;
    private static final long SECOND_NS = 1_000_000_000;
    private static final int TASK = 5;
    private static final int SLOT = 1;

    private final Scenario scenario = ScenarioFiles.shipped("light").scenarioFor("headroom");
    private final Tasks tasks = new Tasks();
    private final EventQueue events = new EventQueue(scenario.nodes(), WAY_NS, new EventHeap());
    private final List<String> heard = new ArrayList<>();
    private final ServerRow row = new ServerRow(scenario, tasks, new Leaving(), events, 1);

    private final class Leaving implements Server.Ends {

        @Override
        public void ended(int server, int task, Ending ending, long nowNs) {
            row.left(server);
            heard.add(server + " " + task + " " + ending);
        }
    }

    private final class Arriving implements EventQueue.Events {

        @Override
        public void answerCame(int answer) {
            heard.add("an answer");
        }

        @Override
        public void requestCame(int request) {
            heard.add("arrived at " + events.nowNs());
            row.arrive(SLOT, request, events.nowNs());
        }

        @Override
        public void serverIsDue(int slot) {
            row.advance(slot);
        }

        @Override
        public void rang(int kind, int id) {
            heard.add("a timer");
        }
    }

    @Test
    void hasAServerForEachNodeOfTheScenario() {
        assertThat(row.servers()).hasSize(scenario.nodes()).doesNotContainNull();
    }

    @Test
    void countsATaskFromTheMomentItIsSentUntilItLeaves() {
        tasks.set(TASK, 2_000, 0);

        row.send(SLOT, TASK, 0);
        assertThat(row.inSystem(SLOT)).isEqualTo(1);
        events.run(new Arriving(), WAY_NS);
        assertThat(row.inSystem(SLOT)).isEqualTo(1);
        events.run(new Arriving(), SECOND_NS);

        assertThat(row.inSystem(SLOT)).isZero();
        assertThat(row.inSystem(0)).isZero();
        assertThat(heard).containsExactly("arrived at 100", "1 5 ANSWERED");
    }
}
