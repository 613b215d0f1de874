// SPDX-License-Identifier: Apache-2.0
/**
 * The command about the cache of a running dispatcher: its figures, and orders to forget answers.
 *
 * <p>It reaches it as the commands of {@code cli.remote} do. Threads: the main thread.
 */
@NullMarked
package io.evenkeel.cli.cache;

import org.jspecify.annotations.NullMarked;
