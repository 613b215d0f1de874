// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Jetty as its modules put it together, with HikariCP, because it has no pool of its own.
 *
 * <p>Its thread pool has a bounded queue only when the pool's file is replaced. No MBean shows the bound, so the agent
 * is told.
 */
final class JettyRecipe implements Recipe {

    /** One thread accepts, one selects. */
    private static final int THREADS_OF_THE_CONNECTOR = 2;

    @Override
    public Launch layOut(ServerInputs inputs) throws IOException {
        Path folder = inputs.folder();
        Path libraries = Files.createDirectories(folder.resolve("lib/ext"));
        for (Path library : List.of(inputs.files().h2(), inputs.files().hikari())) {
            Files.copy(library, libraries.resolve(library.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
        inputs.copy("jetty", List.of("node.ini"), folder.resolve("start.d"));
        inputs.copy("jetty", List.of("jetty-threadpool.xml"), folder.resolve("etc"));
        inputs.copy("jetty", List.of("trade.xml"), folder.resolve("webapps"));
        Files.createDirectories(folder.resolve("temp"));

        NodeCapacity capacity = inputs.capacity();
        List<String> options = new ArrayList<>(Recipe.thriftyJvm(capacity));
        options.addAll(List.of(
                "-Djava.io.tmpdir=" + folder.resolve("temp"),
                "-Djetty.home=" + inputs.home(),
                "-Djetty.base=" + folder,
                "-Dnode.path=" + AppServer.PATH,
                "-Dnode.threads=" + (capacity.workers() + THREADS_OF_THE_CONNECTOR),
                "-Dnode.spare=" + (Recipe.spareWorkers(capacity) + THREADS_OF_THE_CONNECTOR),
                "-Dnode.queue=" + capacity.queue(),
                "-Dnode.jdbc=" + capacity.jdbc(),
                "-Dnode.war=" + inputs.war(),
                "-Dnode.database=" + inputs.database().url(),
                "-Dnode.user=" + DatabaseMain.USER,
                "-Dnode.password=" + inputs.database().password(),
                "-Devenkeel.agent.queue.max=" + capacity.queue()));
        options.addAll(inputs.nodeOptions());
        return new Launch(
                options,
                List.of(inputs.home().resolve("start.jar")),
                List.of(
                        "org.eclipse.jetty.start.Main",
                        "jetty.http.port=" + inputs.port(),
                        "jetty.sessionIdManager.workerName=" + inputs.plan().name(),
                        "jetty.http.acceptQueueSize=" + capacity.queue(),
                        "jetty.networkConnectionLimit.maxNetworkConnectionCount=" + MOST_CONNECTIONS),
                Map.of());
    }
}
