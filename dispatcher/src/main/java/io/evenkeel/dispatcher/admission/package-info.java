// SPDX-License-Identifier: Apache-2.0
/**
 * Admission of clients: counts the client connections of a listener, in all and by address, and says when there are too
 * many; asks whether the process has room for any.
 *
 * <p>Knows no socket; the engine asks before it serves an accepted connection, and reports each one that is gone.
 * Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.admission;

import org.jspecify.annotations.NullMarked;
