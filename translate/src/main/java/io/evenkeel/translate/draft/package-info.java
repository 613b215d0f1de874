// SPDX-License-Identifier: Apache-2.0
/**
 * A configuration of Evenkeel while it is put together from another product's: sections and values with the lines they
 * come from, and the list of what is left over.
 *
 * <p>Knows no product. Threads: none; objects belong to one translation.
 */
@NullMarked
package io.evenkeel.translate.draft;

import org.jspecify.annotations.NullMarked;
