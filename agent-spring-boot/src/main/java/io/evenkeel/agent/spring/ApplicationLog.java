// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.spring;

import io.evenkeel.agent.log.AgentLog;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** The application's log for the agent's messages: level INFO of the logger {@code io.evenkeel.agent}. */
final class ApplicationLog {

    private static final Log LOG = LogFactory.getLog("io.evenkeel.agent");

    private ApplicationLog() {}

    /** Leads what the agent says from now on to the application's log, whose logging is ready. */
    static void use() {
        AgentLog.to(LOG::info);
    }
}
