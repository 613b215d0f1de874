// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.log.AgentLog;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Says once that the agent does nothing in an application without servlets, and what there is instead. */
final class ReactiveNotice implements SmartInitializingSingleton {

    ReactiveNotice() {
        ApplicationLog.use();
    }

    @Override
    public void afterSingletonsInstantiated() {
        AgentLog.say(
                "does nothing in this application: WebFlux has no servlets, so it cannot see requests, workers, the"
                        + " queue and sessions, and answers carry no reports. For the figures of JVM, machine and JDBC pools start"
                        + " the JVM with -javaagent:evenkeel-agent-VERSION-javaagent.jar");
    }
}
