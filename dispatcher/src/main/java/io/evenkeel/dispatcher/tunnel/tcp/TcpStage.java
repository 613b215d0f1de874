// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tunnel.tcp;

/** The stage of a TCP connection's task: before it asks for a node, in the queue, on the way to a node, in a tunnel. */
enum TcpStage {
    NEW,
    QUEUED,
    CONNECTING,
    TUNNEL,
    OVER
}
