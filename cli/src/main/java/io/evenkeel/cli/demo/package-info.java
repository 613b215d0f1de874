// SPDX-License-Identifier: Apache-2.0
/**
 * {@code evenkeel demo}: real servers, a dispatcher in this process, a light load, and a table of what happens.
 *
 * <p>Only puts together what other modules offer, and takes it down again in the order that loses no request: load, dispatcher, servers.
 * Threads: the command's own; {@link DemoCluster#close} also that of a signal or of the JVM's end.
 */
@NullMarked
package io.evenkeel.cli.demo;

import org.jspecify.annotations.NullMarked;
