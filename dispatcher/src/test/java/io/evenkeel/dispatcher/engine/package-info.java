// SPDX-License-Identifier: Apache-2.0
/** Claims about the engine, on virtual time and on real sockets of every transport this machine has. */
@NullMarked
package io.evenkeel.dispatcher.engine;

import org.jspecify.annotations.NullMarked;
