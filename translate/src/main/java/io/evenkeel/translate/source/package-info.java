// SPDX-License-Identifier: Apache-2.0
/**
 * Files of another product as lines with their places: read within bounds, included files found, references to the
 * environment kept as such.
 *
 * <p>Reads files and starts nothing. Knows no product. Threads: none; objects belong to one translation.
 */
@NullMarked
package io.evenkeel.translate.source;

import org.jspecify.annotations.NullMarked;
