// SPDX-License-Identifier: Apache-2.0
/**
 * Nodes and the places where they are found: the section {@code discover} checked and bound, nodes bound, files of
 * nodes read.
 *
 * <p>Asks nobody but the disk. Threads: any.
 */
@NullMarked
package io.evenkeel.config.file.discover;

import org.jspecify.annotations.NullMarked;
