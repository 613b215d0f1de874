// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Puts the agent into a web application, unless {@code evenkeel.agent.enabled} is false. */
@AutoConfiguration
@ConditionalOnWebApplication
@ConditionalOnProperty(prefix = "evenkeel.agent", name = "enabled", havingValue = "true", matchIfMissing = true)
public class AgentAutoConfiguration {

    /** The agent in an application with servlets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class InServlets {

        @Bean
        AgentInstaller evenkeelAgentInstaller(Environment environment) {
            return new AgentInstaller(environment);
        }

        @Bean
        EmbeddedServerWatch evenkeelEmbeddedServerWatch() {
            return new EmbeddedServerWatch();
        }
    }

    /** A line in the log of an application without servlets. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static class WithoutServlets {

        @Bean
        ReactiveNotice evenkeelReactiveNotice() {
            return new ReactiveNotice();
        }
    }

    /** The MBeans of HikariCP, by which the agent sees every JDBC pool. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "com.zaxxer.hikari.HikariDataSource")
    static class WithHikari {

        @Bean
        static HikariPools evenkeelHikariPools(Environment environment) {
            return new HikariPools(environment);
        }
    }

    /** The counts of Undertow that it keeps only when it is told to; Boot 4 has no Undertow. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.boot.web.embedded.undertow.UndertowServletWebServerFactory",
                "io.undertow.UndertowOptions"
            })
    static class WithUndertow {

        @Bean
        UndertowCounts evenkeelUndertowCounts() {
            return new UndertowCounts();
        }
    }
}
