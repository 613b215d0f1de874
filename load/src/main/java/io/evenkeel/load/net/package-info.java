// SPDX-License-Identifier: Apache-2.0
/**
 * HTTP/1.1 from the client's side, with and without TLS, driven by events: lanes, one thread each, and lines, which are
 * connections on a lane.
 *
 * <p>The only place of the lab that knows Netty. Sends a request once, reads one answer, tells how it failed; knows no
 * user, no cookie and no clock except for timeouts. Everything that belongs to a lane happens on its thread.
 */
@NullMarked
package io.evenkeel.load.net;

import org.jspecify.annotations.NullMarked;
