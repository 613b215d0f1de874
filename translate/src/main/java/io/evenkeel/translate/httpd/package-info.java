// SPDX-License-Identifier: Apache-2.0
/**
 * httpd's configuration with mod_proxy_balancer, mod_cluster and mod_jk: its directives with included files, and the
 * listeners, clusters and leftovers that follow from them.
 *
 * <p>Reads the file, those that it includes and mod_jk's list of workers. Threads: none; objects belong to one
 * translation.
 */
@NullMarked
package io.evenkeel.translate.httpd;

import org.jspecify.annotations.NullMarked;
