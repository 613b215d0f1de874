// SPDX-License-Identifier: Apache-2.0
/**
 * Alerts in a file: checked, turned into settings, and kept from running programs that the console names.
 *
 * <p>Knows the tree of a file and no running dispatcher. Threads: the one that reads the file.
 */
@NullMarked
package io.evenkeel.config.file.alert;

import org.jspecify.annotations.NullMarked;
