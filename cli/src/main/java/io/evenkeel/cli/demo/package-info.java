// SPDX-License-Identifier: Apache-2.0
/**
 * {@code evenkeel demo}: real servers, a dispatcher in this process, a light load, and a table of its figures.
 *
 * <p>Only combines parts of other modules, and stops them in the order that loses no request: load, dispatcher,
 * servers. Threads: the command's own; {@link DemoCluster#close} also that of a signal or of the JVM's end.
 */
@NullMarked
package io.evenkeel.cli.demo;

import org.jspecify.annotations.NullMarked;
