// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * GlassFish with a domain of its own, made from the one it brings, with its monitoring on.
 *
 * <p>Nothing but HTTP and its administration listens, both on the loopback interface. It is started as
 * {@code asadmin start-domain} does it, with the options that stand in the domain.
 */
final class GlassFishRecipe implements Recipe {

    private static final String CONFIG = "//config[@name='server-config']";
    private static final String POOL = "tradepool";
    private static final List<String> NOT_NEEDED = List.of("-Xmx", "-Dosgi.shell", "-Dorg.glassfish.additionalOSGi");

    @Override
    public Launch layOut(ServerInputs inputs) throws IOException {
        Path glassfish = inputs.home().resolve("glassfish");
        Path domain = inputs.folder().resolve("domain");
        copyTree(glassfish.resolve("domains/domain1"), domain);
        XmlFile settings = XmlFile.read(glassfish.resolve("domains/domain1/config/domain.xml"));
        limit(settings, inputs);
        listen(settings, inputs);
        addPool(settings, inputs);
        settings.write(domain.resolve("config/domain.xml"));
        Files.copy(
                inputs.files().h2(),
                Files.createDirectories(domain.resolve("lib")).resolve("h2.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        String application = AppServer.PATH.substring(1) + ".war";
        Files.copy(
                inputs.war(),
                Files.createDirectories(domain.resolve("autodeploy")).resolve(application),
                StandardCopyOption.REPLACE_EXISTING);
        Path temporary = Files.createDirectories(inputs.folder().resolve("temp"));

        List<String> options = new ArrayList<>(Recipe.thriftyJvm(inputs.capacity()));
        for (String option : settings.texts(CONFIG + "/java-config/jvm-options")) {
            if (NOT_NEEDED.stream().noneMatch(option::startsWith)) {
                options.add(option.replace("${com.sun.aas.instanceRoot}", domain.toString())
                        .replace("${com.sun.aas.installRoot}", glassfish.toString()));
            }
        }
        options.add("-javaagent:" + glassfish.resolve("lib/monitor/flashlight-agent.jar"));
        options.add("-Djava.io.tmpdir=" + temporary);
        options.add("-Dcom.sun.aas.instanceRoot=" + domain);
        options.add("-Dcom.sun.aas.installRoot=" + glassfish);
        options.add("-DjvmRoute=" + inputs.plan().name());
        options.addAll(inputs.nodeOptions());
        return new Launch(
                options,
                List.of(glassfish.resolve("modules/glassfish.jar")),
                List.of(
                        "com.sun.enterprise.glassfish.bootstrap.ASMain",
                        "-upgrade",
                        "false",
                        "-domaindir",
                        domain.toString(),
                        "-read-stdin",
                        "false",
                        "-domainname",
                        "domain",
                        "-instancename",
                        "server",
                        "-type",
                        "DAS",
                        "-verbose",
                        "false"),
                Map.of());
    }

    private static void limit(XmlFile settings, ServerInputs inputs) throws IOException {
        NodeCapacity capacity = inputs.capacity();
        settings.set(
                        CONFIG + "//thread-pool[@name='http-thread-pool']",
                        "max-thread-pool-size",
                        capacity.workers(),
                        "min-thread-pool-size",
                        Recipe.spareWorkers(capacity),
                        "max-queue-size",
                        capacity.queue())
                .set(CONFIG + "//transport[@name='tcp']", "max-connections-count", capacity.queue())
                .add(CONFIG, "monitoring-service", "monitoring-enabled", true, "mbean-enabled", true)
                .add(
                        CONFIG + "/monitoring-service",
                        "module-monitoring-levels",
                        "thread-pool",
                        "HIGH",
                        "http-service",
                        "HIGH",
                        "web-container",
                        "HIGH",
                        "jdbc-connection-pool",
                        "HIGH");
    }

    private static void listen(XmlFile settings, ServerInputs inputs) throws IOException {
        settings.set(CONFIG + "//network-listener", "address", "127.0.0.1")
                .set(CONFIG + "//network-listener[@name='http-listener-1']", "port", inputs.port())
                .set(CONFIG + "//network-listener[@name='admin-listener']", "port", freePort())
                .remove(CONFIG + "//network-listener[@name='http-listener-2']")
                .set(CONFIG + "//virtual-server[@id='server']", "network-listeners", "http-listener-1")
                .set(CONFIG + "//iiop-listener", "enabled", false)
                .set(CONFIG + "//jmx-connector", "enabled", false)
                .add(CONFIG, "jms-service", "type", "REMOTE", "default-jms-host", "none")
                .add(CONFIG + "/jms-service", "jms-host", "name", "none", "host", "127.0.0.1", "lazy-init", true);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void addPool(XmlFile settings, ServerInputs inputs) throws IOException {
        String pool = "//jdbc-connection-pool[@name='" + POOL + "']";
        settings.add(
                        "//resources",
                        "jdbc-connection-pool",
                        "name",
                        POOL,
                        "datasource-classname",
                        "org.h2.jdbcx.JdbcDataSource",
                        "res-type",
                        "javax.sql.DataSource",
                        "steady-pool-size",
                        1,
                        "max-pool-size",
                        inputs.capacity().jdbc(),
                        "max-wait-time-in-millis",
                        5000)
                .add(pool, "property", "name", "URL", "value", inputs.database().url())
                .add(pool, "property", "name", "user", "value", DatabaseMain.USER)
                .add(
                        pool,
                        "property",
                        "name",
                        "password",
                        "value",
                        inputs.database().password())
                .add("//resources", "jdbc-resource", "pool-name", POOL, "jndi-name", "jdbc/trade")
                .add("//servers/server[@name='server']", "resource-ref", "ref", "jdbc/trade");
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path copy = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(each, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }
}
