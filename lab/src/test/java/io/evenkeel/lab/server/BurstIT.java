// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The burst on the two servers that are quick to start; {@link AllServersIT} has it on all of them. */
@Tag("thorough")
class BurstIT {

    @TempDir
    private static Path folder;

    private static ServerFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        fleet = new ServerFleet(ServerFiles.find().withWar(SlowApplication.pack(folder.resolve("slow.war"))));
        fleet.start(
                List.of(
                        new NodePlan("tomcat", BurstTrial.CAPACITY, ServerType.TOMCAT, AgentWay.IN_WAR),
                        new NodePlan("jetty", BurstTrial.CAPACITY, ServerType.JETTY, AgentWay.IN_WAR)),
                Map.of());
    }

    @AfterAll
    static void stop() {
        fleet.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void fullServerRefusesAndItsAgentSaysSo(int server) throws Exception {
        new BurstTrial(fleet.servers().get(server)).run();
    }
}
