// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

final class HikariPoolsTest {

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    private final StandardEnvironment environment = new StandardEnvironment();
    private final HikariPools pools = new HikariPools(environment);

    @Test
    void aPoolThatHasNotBegunIsTold() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pools.postProcessBeforeInitialization(pool, "fresh");
            assertThat(pool.isRegisterMbeans()).isTrue();
        }
    }

    @Test
    void aPoolThatHasBegunIsShownUnderTheUsualNames() throws Exception {
        ObjectName counts = new ObjectName("com.zaxxer.hikari:type=Pool (begun)");
        ObjectName limits = new ObjectName("com.zaxxer.hikari:type=PoolConfig (begun)");
        try (HikariDataSource pool = begun("begun")) {
            pools.postProcessBeforeInitialization(pool, "begun");
            assertThat(beans.getAttribute(counts, "ActiveConnections")).isEqualTo(0);
            assertThat(beans.getAttribute(limits, "MaximumPoolSize")).isEqualTo(3);

            pools.destroy();
            assertThat(beans.isRegistered(counts)).isFalse();
            assertThat(beans.isRegistered(limits)).isFalse();
        }
    }

    @Test
    void aSwitchToTheContraryHolds() {
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("trial", java.util.Map.of(HikariPools.SWITCH, "false")));
        try (HikariDataSource pool = new HikariDataSource()) {
            pools.postProcessBeforeInitialization(pool, "closed");
            assertThat(pool.isRegisterMbeans()).isFalse();
        }
    }

    private static HikariDataSource begun(String name) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl("jdbc:h2:mem:" + name);
        config.setMaximumPoolSize(3);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }
}
