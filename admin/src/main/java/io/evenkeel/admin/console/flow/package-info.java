// SPDX-License-Identifier: Apache-2.0
/**
 * The way of work in the dispatcher, from clients through listeners and clusters to nodes, as a picture and a table of
 * the overview. Asks nobody: everything is made of one reading. Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.flow;

import org.jspecify.annotations.NullMarked;
