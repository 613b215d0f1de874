// SPDX-License-Identifier: Apache-2.0
/**
 * The users of the administration: accounts with roles, API tokens, sessions, links that set a password, limits on
 * attempts, times of the last use, and the log of changes.
 *
 * <p>Knows nothing of HTTP, pages or the dispatcher. The command line works on the same files while a dispatcher runs.
 * Threads: any.
 */
@NullMarked
package io.evenkeel.admin.account;

import org.jspecify.annotations.NullMarked;
