// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tomcat with an executor, because only that has a bounded queue; {@code server.xml} takes everything from system
 * properties, except for the replication of sessions.
 */
final class TomcatRecipe implements Recipe {

    /** Wait for a connection of the pool; the property {@code node.jdbcWait} of a fleet sets another. */
    private static final int LONGEST_WAIT_MS = 5000;

    /** Silence after which a connection is closed; the property {@code node.keepAlive} of a fleet sets another. */
    private static final int LONGEST_IDLE_MS = 60_000;

    @Override
    public Launch layOut(ServerInputs inputs) throws IOException {
        Path folder = inputs.folder();
        for (String sub : List.of("logs", "temp", "webapps", "work")) {
            Files.createDirectories(folder.resolve(sub));
        }
        inputs.copy("tomcat", List.of("server.xml", "web.xml", "logging.properties"), folder.resolve("conf"));
        SessionReplication replication = SessionReplication.of(inputs.properties());
        String node = inputs.plan().name();
        if (replication.ports().containsKey(node)) {
            Path settings = folder.resolve("conf/server.xml");
            XmlFile changed = XmlFile.read(settings);
            replication.addTo(changed, node);
            changed.write(settings);
        }

        NodeCapacity capacity = inputs.capacity();
        List<String> options = new ArrayList<>(Recipe.thriftyJvm(capacity));
        options.addAll(List.of(
                "-Djava.io.tmpdir=" + folder.resolve("temp"),
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                "-Djava.util.logging.config.file=" + folder.resolve("conf/logging.properties"),
                "-Dcatalina.home=" + inputs.home(),
                "-Dcatalina.base=" + folder,
                "-Dorg.apache.catalina.startup.EXIT_ON_INIT_FAILURE=true",
                "-Dnode.port=" + inputs.port(),
                "-Dnode.path=" + AppServer.PATH,
                "-Dnode.workers=" + capacity.workers(),
                "-Dnode.spare=" + Recipe.spareWorkers(capacity),
                "-Dnode.queue=" + capacity.queue(),
                "-Dnode.connections=" + MOST_CONNECTIONS,
                "-Dnode.keepAlive=" + LONGEST_IDLE_MS,
                "-Dnode.jdbc=" + capacity.jdbc(),
                "-Dnode.jdbcWait=" + LONGEST_WAIT_MS,
                "-Dnode.war=" + inputs.war(),
                "-Dnode.database=" + inputs.database().url(),
                "-Dnode.user=" + DatabaseMain.USER,
                "-Dnode.password=" + inputs.database().password()));
        options.addAll(inputs.nodeOptions());
        return new Launch(
                options,
                List.of(
                        inputs.home().resolve("bin/bootstrap.jar"),
                        inputs.home().resolve("bin/tomcat-juli.jar"),
                        inputs.files().h2()),
                List.of("org.apache.catalina.startup.Bootstrap", "start"),
                Map.of());
    }
}
