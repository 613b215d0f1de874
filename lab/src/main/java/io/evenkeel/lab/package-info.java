// SPDX-License-Identifier: Apache-2.0
/**
 * COMPARE: the means to compare policies on real servers.
 *
 * <p>{@code server} starts application servers as child processes, module {@code load} sends them visitors,
 * {@code testbed} puts both together and {@code experiment} says which claims are to be shown; {@code run} runs it,
 * {@code result} keeps it and {@code report} tells it. This package has only the list of experiments. No other module
 * but the command line knows the lab. Threads: as the packages say.
 */
@NullMarked
package io.evenkeel.lab;

import org.jspecify.annotations.NullMarked;
