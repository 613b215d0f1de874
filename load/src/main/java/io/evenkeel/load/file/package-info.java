// SPDX-License-Identifier: Apache-2.0
/**
 * Files that a load reads and writes: mixes of pages, names of files to ask for, logs of histograms and of requests,
 * test plans for JMeter.
 *
 * <p>Sends nothing. Any thread of a running load may write its files; the rest is for one thread.
 */
@NullMarked
package io.evenkeel.load.file;

import org.jspecify.annotations.NullMarked;
