// SPDX-License-Identifier: Apache-2.0
/** Checks and reads the part of a file about joined dispatchers. Opens nothing. Threads: one at a time. */
@NullMarked
package io.evenkeel.config.file.join;

import org.jspecify.annotations.NullMarked;
