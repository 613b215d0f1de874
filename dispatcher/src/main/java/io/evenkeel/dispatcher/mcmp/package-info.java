// SPDX-License-Identifier: Apache-2.0
/**
 * The management protocol of mod_cluster (MCMP), by which Tomcat and WildFly tell a proxy where they are, which
 * applications they have and how much they can take.
 *
 * <p>Knows messages and answers, and what they mean for a cluster; must not know how they travel: a listener hands them
 * in. Threads: messages are read by any; they are acted upon one at a time on {@code evenkeel-mcmp}, because a node
 * that joins may wait for a name server and for a reload.
 */
@NullMarked
package io.evenkeel.dispatcher.mcmp;

import org.jspecify.annotations.NullMarked;
