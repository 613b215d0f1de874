// SPDX-License-Identifier: Apache-2.0
/** Claims about TCP listeners, in memory and on real sockets of every transport this machine has. */
@NullMarked
package io.evenkeel.dispatcher.tunnel.tcp;

import org.jspecify.annotations.NullMarked;
