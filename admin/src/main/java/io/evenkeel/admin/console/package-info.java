// SPDX-License-Identifier: Apache-2.0
/**
 * The console for browsers, rendered on the server; each family of pages has a package below, their common parts are in
 * {@code page}.
 *
 * <p>Sees the control interface, accounts and nothing else; every text that comes from outside is escaped by the
 * templates. Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console;

import org.jspecify.annotations.NullMarked;
