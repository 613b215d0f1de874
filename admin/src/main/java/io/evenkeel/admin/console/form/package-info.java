// SPDX-License-Identifier: Apache-2.0
/**
 * Clusters, nodes, listeners and routes in forms: typed values become the smallest change of the configuration's text,
 * and that goes the way of every edit: check, difference, apply.
 *
 * <p>Labels, help, defaults and ranges come from the schema of the configuration; the meaning of another name or place
 * is written here. Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.form;

import org.jspecify.annotations.NullMarked;
