// SPDX-License-Identifier: Apache-2.0
/** Claims about PROXY protocol headers: the examples of the specification, and headers that must be refused. */
@NullMarked
package io.evenkeel.dispatcher.proxyprotocol;

import org.jspecify.annotations.NullMarked;
