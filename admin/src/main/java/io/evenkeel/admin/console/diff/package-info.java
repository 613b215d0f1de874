// SPDX-License-Identifier: Apache-2.0
/**
 * The differences between two texts, line by line.
 *
 * <p>Knows neither requests nor files. Threads: any; nothing is shared.
 */
@NullMarked
package io.evenkeel.admin.console.diff;

import org.jspecify.annotations.NullMarked;
