// SPDX-License-Identifier: Apache-2.0
/**
 * The page of the last choices: what the policy saw of each node, what it chose and why, and what another policy had chosen. Threads: those
 * of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.decision;

import org.jspecify.annotations.NullMarked;
