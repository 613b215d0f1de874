// SPDX-License-Identifier: Apache-2.0
/**
 * Commands about the alerts of a running dispatcher: {@code alerts} shows them, {@code alert} makes and ends silences.
 *
 * <p>They reach it as the commands of {@code cli.remote} do. Threads: the main thread.
 */
@NullMarked
package io.evenkeel.cli.alert;

import org.jspecify.annotations.NullMarked;
