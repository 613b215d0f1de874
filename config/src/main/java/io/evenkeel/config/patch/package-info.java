// SPDX-License-Identifier: Apache-2.0
/**
 * Changes of the structure of a YAML text that touch no more of it than they must: comments, order and layout stay.
 *
 * <p>Knows text alone; no file and no schema of a configuration. No result is trusted: each one is read again and
 * compared. Any thread.
 */
@NullMarked
package io.evenkeel.config.patch;

import org.jspecify.annotations.NullMarked;
