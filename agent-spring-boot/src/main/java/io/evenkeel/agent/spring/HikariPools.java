// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import com.zaxxer.hikari.HikariDataSource;
import io.evenkeel.agent.log.AgentLog;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.env.Environment;

/**
 * Lets every HikariCP pool among the beans show its MBeans, unless {@value #SWITCH} is false.
 *
 * <p>A pool that has not begun is told to; for one that has, and can no longer be told, the MBeans are registered here,
 * under HikariCP's own names, and taken back with the application.
 */
final class HikariPools implements BeanPostProcessor, DisposableBean {

    static final String SWITCH = "spring.datasource.hikari.register-mbeans";

    private final Environment environment;
    private final List<ObjectName> registered = new ArrayList<>();

    HikariPools(Environment environment) {
        this.environment = environment;
        ApplicationLog.use();
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof HikariDataSource pool && !pool.isRegisterMbeans()) {
            show(pool, name);
        }
        return bean;
    }

    private void show(HikariDataSource pool, String name) {
        if ("false".equalsIgnoreCase(environment.getProperty(SWITCH))) {
            AgentLog.say(
                    "leaves the JDBC pool '" + name + "' alone, because " + SWITCH + " is false; it cannot be seen");
            return;
        }
        try {
            pool.setRegisterMbeans(true);
            AgentLog.say("lets the JDBC pool '" + name + "' register its MBeans; " + SWITCH + "=false prevents it");
        } catch (IllegalStateException begun) {
            register(pool, name);
        }
    }

    private void register(HikariDataSource pool, String name) {
        if (pool.getHikariPoolMXBean() == null) {
            return;
        }
        try {
            add(pool.getHikariPoolMXBean(), "com.zaxxer.hikari:type=Pool (" + pool.getPoolName() + ")");
            add(pool, "com.zaxxer.hikari:type=PoolConfig (" + pool.getPoolName() + ")");
            AgentLog.say("registers the MBeans of the JDBC pool '" + name + "'; " + SWITCH + "=false prevents it");
        } catch (JMException | RuntimeException e) {
            AgentLog.say("cannot register the MBeans of the JDBC pool '" + name + "' (" + AgentLog.told(e)
                    + "); it cannot be seen");
        }
    }

    private void add(Object bean, String text) throws JMException {
        ObjectName name = new ObjectName(text);
        server().registerMBean(bean, name);
        registered.add(name);
    }

    @Override
    public void destroy() {
        for (ObjectName name : registered) {
            try {
                server().unregisterMBean(name);
            } catch (JMException | RuntimeException e) {
                AgentLog.sayOnce("cannot take back an MBean of a JDBC pool (" + AgentLog.told(e) + ")");
            }
        }
        registered.clear();
    }

    private static MBeanServer server() {
        return ManagementFactory.getPlatformMBeanServer();
    }

    @Override
    public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
        return bean;
    }
}
