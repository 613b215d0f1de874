// SPDX-License-Identifier: Apache-2.0
/**
 * The page of the last choices: the policy's view of each node, its choice with the reason, and the choice that another
 * policy would have made. Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.decision;

import org.jspecify.annotations.NullMarked;
