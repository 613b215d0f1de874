// SPDX-License-Identifier: Apache-2.0
/**
 * Paper 3, chapters 3 and 4: sessions from half to three times what the servers can finish, plain and over TLS, before
 * a dispatcher with each of its parts against overload, without them, and before HAProxy on the same servers.
 *
 * <p>A part is data: {@link OverloadPart}. Threads: a stage runs one cell at a time and may be closed by any thread.
 */
@NullMarked
package io.evenkeel.lab.experiment.overload;

import org.jspecify.annotations.NullMarked;
