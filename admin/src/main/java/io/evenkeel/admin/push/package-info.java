// SPDX-License-Identifier: Apache-2.0
/**
 * Messages that agents push, taken in at the entrance: checks their proof, their number and their speed. The
 * dispatcher's push service decides which messages are believed.
 *
 * <p>Threads: those of the HTTP server, which never wait here; a worker brings a whole message to the push service.
 */
@NullMarked
package io.evenkeel.admin.push;

import org.jspecify.annotations.NullMarked;
