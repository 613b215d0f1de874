// SPDX-License-Identifier: Apache-2.0
/** Claims about TLS of settings: listeners and nodes, over sockets, and the expiry of certificates. */
@NullMarked
package io.evenkeel.dispatcher.tls;

import org.jspecify.annotations.NullMarked;
