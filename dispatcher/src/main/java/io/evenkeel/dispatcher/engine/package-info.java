// SPDX-License-Identifier: Apache-2.0
/**
 * The engine under the data plane: event loops, listening, connecting, reading, writing and timeouts. Knows bytes, and
 * no protocol except TLS, whose handshake names the one that follows.
 *
 * <p>An {@link io.evenkeel.dispatcher.engine.Engine} owns {@link io.evenkeel.dispatcher.engine.Loop}s. A
 * {@link io.evenkeel.dispatcher.engine.Connection} belongs to one loop and tells its
 * {@link io.evenkeel.dispatcher.engine.ConnectionHandler} what happens; Netty stays behind these. The shortcuts that
 * make the engine fast are behind one class each, with the plain way beside them: writing in {@code SocketWriter},
 * reading in {@code SharedReads}.
 *
 * <pre>{@code
 * Engine engine = Engine.open(settings.engine());
 * Listener listener = engine.listen(address, client -> new ConnectionHandler() {   // called on the connection's loop
 *     Connection node = connectionToNode(client.loop());                            // the caller's, of the same loop
 *     Timeout idle = client.loop().timers().timeout(client::close);
 *
 *     public void received(ByteBuf bytes) {             // lent; 4 kB are free in front of it
 *         idle.arm(client.loop().nowNs() + IDLE_NS);
 *         if (node.write(bytes) == Sent.BACKLOG) {
 *             client.pause();                           // node's drained() calls client.resume()
 *         }
 *     }
 *     ...
 * });
 * }</pre>
 *
 * <p>Threads: a connection and everything on its loop is touched by the loop's thread alone, and nothing of it takes a
 * lock or waits. To open or close an engine or a listener is for other threads: that waits for the loops.
 */
@NullMarked
package io.evenkeel.dispatcher.engine;

import org.jspecify.annotations.NullMarked;
