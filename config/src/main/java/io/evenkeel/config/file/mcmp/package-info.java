// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of a file for servers that register by mod_cluster's protocol: their listener, and its cluster.
 *
 * <p>Knows sections as they were parsed; must not read files. One thread for each file that is read.
 */
@NullMarked
package io.evenkeel.config.file.mcmp;

import org.jspecify.annotations.NullMarked;
