// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

/** A protocol between the dispatcher and the nodes of a cluster. */
public enum NodeProtocol {
    /** HTTP/1.1. */
    HTTP,
    /** HTTP/2: chosen by ALPN over TLS, else by prior knowledge. */
    H2
}
