// SPDX-License-Identifier: Apache-2.0
/**
 * Files of users: read as text, and in plain words why one could not be read or written.
 *
 * <p>Knows no format. Any thread.
 */
@NullMarked
package io.evenkeel.simulator.file;

import org.jspecify.annotations.NullMarked;
