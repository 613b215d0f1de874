// SPDX-License-Identifier: Apache-2.0
/**
 * The common parts with which commands speak to people and to scripts: exit codes, failures, the {@code -o} option and
 * rows of data.
 *
 * <p>Knows no command and no other module. Threads: the main thread only.
 */
@NullMarked
package io.evenkeel.cli.terminal;

import org.jspecify.annotations.NullMarked;
