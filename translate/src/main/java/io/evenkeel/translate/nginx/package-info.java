// SPDX-License-Identifier: Apache-2.0
/**
 * nginx's configuration: its directives with included files, and the listeners, clusters and leftovers that follow from
 * them.
 *
 * <p>Reads the file and those that it includes. Threads: none; objects belong to one translation.
 */
@NullMarked
package io.evenkeel.translate.nginx;

import org.jspecify.annotations.NullMarked;
