// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.trace;

/**
 * One recorded request as an example of how long requests take.
 *
 * @param trace the trace's identifier, 32 digits
 * @param span the request's identifier in it, 16 digits
 * @param tookNs its whole time
 * @param atMs wall clock of its end, milliseconds since 1970
 */
public record ExemplarView(String trace, String span, long tookNs, long atMs) {}
