// SPDX-License-Identifier: Apache-2.0
/** Claims about the reading of a ClientHello: those of real clients, in any pieces, and octets that must be refused. */
@NullMarked
package io.evenkeel.dispatcher.engine.tls.hello;

import org.jspecify.annotations.NullMarked;
