// SPDX-License-Identifier: Apache-2.0
/**
 * The figures that the app server around the agent shows through JMX, in this process: connections, queue, workers,
 * requests, sessions, pools.
 *
 * <p>One class for each server, which says where its figures are. They are looked for by pattern and again and again,
 * because MBeans appear late and go when an application goes; only single attributes are read, never everything. A
 * figure that a server does not offer, or has switched off, is absent in the sample. Nothing here changes a server,
 * except for GlassFish, whose MBeans must be asked for. Threads: all of it belongs to the sampling thread.
 */
@NullMarked
package io.evenkeel.agent.server;

import org.jspecify.annotations.NullMarked;
