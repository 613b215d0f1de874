// SPDX-License-Identifier: Apache-2.0
/**
 * COMPARE: what it takes to set policies against each other on real servers.
 *
 * <p>{@code server} starts application servers as child processes, {@code load} sends them visitors. Nothing is in this package itself. No
 * other module but the command line knows the lab. Threads: as the packages say.
 */
@NullMarked
package io.evenkeel.lab;

import org.jspecify.annotations.NullMarked;
