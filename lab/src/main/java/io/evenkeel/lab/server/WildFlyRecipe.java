// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * WildFly with a request-limit filter, because that is where its bounded queue is. It is started as
 * {@code standalone.sh} does it.
 */
final class WildFlyRecipe implements Recipe {

    private static final List<String> OPENED = List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.lang.reflect",
            "java.base/java.net",
            "java.base/java.security",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.management/javax.management",
            "java.naming/javax.naming");

    @Override
    public Launch layOut(ServerInputs inputs) throws IOException {
        Path folder = inputs.folder();
        Files.createDirectories(folder.resolve("temp"));
        inputs.fill(
                "wildfly/standalone.xml",
                Map.of("war", inputs.war().toString()),
                folder.resolve("configuration/standalone.xml"));
        Path driver = folder.resolve("modules/node/h2/main");
        inputs.copy("wildfly", List.of("module.xml"), driver);
        Files.copy(inputs.files().h2(), driver.resolve("h2.jar"), StandardCopyOption.REPLACE_EXISTING);

        NodeCapacity capacity = inputs.capacity();
        List<String> options = new ArrayList<>(Recipe.thriftyJvm(capacity));
        OPENED.forEach(each -> options.add("--add-opens=" + each + "=ALL-UNNAMED"));
        options.addAll(List.of(
                "-Djava.io.tmpdir=" + folder.resolve("temp"),
                "-Djboss.home.dir=" + inputs.home(),
                "-Djboss.server.base.dir=" + folder,
                "-Djboss.modules.system.pkgs=org.jboss.byteman",
                "-Dnode.port=" + inputs.port(),
                "-Dnode.workers=" + capacity.workers(),
                "-Dnode.spare=" + Recipe.spareWorkers(capacity),
                "-Dnode.queue=" + capacity.queue(),
                "-Dnode.connections=" + MOST_CONNECTIONS,
                "-Dnode.jdbc=" + capacity.jdbc(),
                "-Dnode.database=" + inputs.database().url(),
                "-Dnode.user=" + DatabaseMain.USER,
                "-Dnode.password=" + inputs.database().password()));
        options.addAll(inputs.nodeOptions());
        return new Launch(
                options,
                List.of(inputs.home().resolve("jboss-modules.jar")),
                List.of(
                        "org.jboss.modules.Main",
                        "-mp",
                        folder.resolve("modules")
                                + File.pathSeparator
                                + inputs.home().resolve("modules"),
                        "org.jboss.as.standalone"),
                Map.of());
    }
}
