// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.util.List;

/** The configuration and start of one kind of server. Stateless. */
interface Recipe {

    /** Most connections where a server has a limit of its own for them. */
    int MOST_CONNECTIONS = 200;

    /** Writes the server's files into the folder of the inputs and says how to start it. */
    Launch layOut(ServerInputs inputs) throws IOException;

    /** Threads that stand ready where a server keeps fewer than all of them. */
    static int spareWorkers(NodeCapacity capacity) {
        return (capacity.workers() + 1) / 2;
    }

    /** JVM options that every server has. */
    static List<String> thriftyJvm(NodeCapacity capacity) {
        return List.of("-Xms32m", "-Xmx" + capacity.heapMb() + "m", "-XX:+UseSerialGC", "-XX:-UsePerfData");
    }
}
