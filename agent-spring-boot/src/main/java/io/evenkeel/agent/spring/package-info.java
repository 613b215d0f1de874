// SPDX-License-Identifier: Apache-2.0
/**
 * The agent in a Spring Boot application: put in by auto-configuration, set by {@code evenkeel.agent.*}, and given the
 * figures of the embedded server and of HikariCP.
 *
 * <p>Figures are read from the server's own objects and published for the agent, so nothing has to be switched on. For
 * Boot 3 and 4: classes that moved between them are not linked to but asked by the names of their methods. Everything
 * is called by the thread that starts and stops the application, except for figures, which the agent's thread asks for.
 * A failure costs figures and never the application.
 */
@NullMarked
package io.evenkeel.agent.spring;

import org.jspecify.annotations.NullMarked;
