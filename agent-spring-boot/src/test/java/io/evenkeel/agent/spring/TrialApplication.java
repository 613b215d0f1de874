// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.WebServer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application as its developer writes it, with nothing of the agent in it but the dependency. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({TrialApplication.Pages.class, TrialPages.class})
class TrialApplication {

    /** The places of the servers' factories, in Boot 3 and in Boot 4. */
    private static final String[] PACKAGES = {
        "org.springframework.boot.web.embedded.%1$s.%2$s", "org.springframework.boot.%1$s.servlet.%2$s",
        "org.springframework.boot.%1$s.%2$s", "org.springframework.boot.reactor.%1$s.%2$s"
    };

    /** Starts the application on a server: {@code Tomcat}, {@code Jetty}, {@code Undertow}, or {@code Netty}. */
    static ConfigurableApplicationContext start(String server, String... settings) throws ClassNotFoundException {
        boolean servlets = !server.equals("Netty");
        Class<?> factory =
                factory(server, server + (servlets ? "ServletWebServerFactory" : "ReactiveWebServerFactory"));
        String[] all = new String[settings.length + 1];
        System.arraycopy(settings, 0, all, 1, settings.length);
        all[0] = "--server.port=0";
        return new SpringApplicationBuilder(TrialApplication.class)
                .web(servlets ? WebApplicationType.SERVLET : WebApplicationType.REACTIVE)
                .initializers(context -> ((GenericApplicationContext) context).registerBean(factory))
                .run(all);
    }

    /** The port of the application. */
    static int port(ConfigurableApplicationContext context) throws ReflectiveOperationException {
        return ((WebServer) context.getClass().getMethod("getWebServer").invoke(context)).getPort();
    }

    private static Class<?> factory(String server, String name) throws ClassNotFoundException {
        for (String each : PACKAGES) {
            try {
                return Class.forName(String.format(each, server.toLowerCase(java.util.Locale.ROOT), name));
            } catch (ClassNotFoundException e) {
                // Another version of Boot, another package.
            }
        }
        throw new ClassNotFoundException(name);
    }

    @Bean
    Gate gate() {
        return new Gate();
    }

    /** Holds requests until a test lets them go. */
    static final class Gate {

        private final CountDownLatch opened = new CountDownLatch(1);

        void open() {
            opened.countDown();
        }

        void pass() throws InterruptedException {
            opened.await(30, TimeUnit.SECONDS);
        }
    }

    /** The pages of the application. */
    @RestController
    static final class Pages {

        private final Gate gate;
        private final DataSource source;

        Pages(Gate gate, DataSource source) {
            this.gate = gate;
            this.source = source;
        }

        @GetMapping("/hello")
        String hello() {
            return "hello";
        }

        /** Holds a worker and a JDBC connection. */
        @GetMapping("/hold")
        String hold() throws SQLException, InterruptedException {
            try (Connection connection = source.getConnection()) {
                gate.pass();
                return connection.getCatalog();
            }
        }
    }
}
