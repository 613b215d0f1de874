// SPDX-License-Identifier: Apache-2.0
/**
 * Messages that agents push, taken in at the entrance: who proves what, how often and how slowly. Believes nobody
 * itself; that is for the dispatcher's desk.
 *
 * <p>Threads: those of the HTTP server, which never wait here; a worker brings a whole message to the desk.
 */
@NullMarked
package io.evenkeel.admin.push;

import org.jspecify.annotations.NullMarked;
