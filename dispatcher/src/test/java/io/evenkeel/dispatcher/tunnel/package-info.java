// SPDX-License-Identifier: Apache-2.0
/** Claims about upgraded connections on real sockets. */
@NullMarked
package io.evenkeel.dispatcher.tunnel;

import org.jspecify.annotations.NullMarked;
