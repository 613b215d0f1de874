// SPDX-License-Identifier: Apache-2.0
/**
 * Commands that act on a running dispatcher through its admin API: {@code status}, {@code top}, {@code explain},
 * {@code node} and {@code reload}.
 *
 * <p>They speak HTTP with the JDK's small client and know the API's JSON, never the dispatcher's classes. Threads: the
 * main thread.
 */
@NullMarked
package io.evenkeel.cli.remote;

import org.jspecify.annotations.NullMarked;
