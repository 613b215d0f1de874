// SPDX-License-Identifier: Apache-2.0
/**
 * The console's pages for browsers: sign-in, overview, clusters, nodes and the log of changes, rendered on the server.
 *
 * <p>Sees the control door, accounts and nothing else; every text that comes from outside is escaped by the templates. Threads: those of
 * the admin server.
 */
@NullMarked
package io.evenkeel.admin.console;

import org.jspecify.annotations.NullMarked;
