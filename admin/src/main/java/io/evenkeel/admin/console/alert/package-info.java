// SPDX-License-Identifier: Apache-2.0
/**
 * The page of alerts: what goes on and why, silences, rules and receivers.
 *
 * <p>Rules are changed with the text of the configuration. Threads: those of requests.
 */
@NullMarked
package io.evenkeel.admin.console.alert;

import org.jspecify.annotations.NullMarked;
