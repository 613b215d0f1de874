// SPDX-License-Identifier: Apache-2.0
/** Claims about counting connections, without sockets, and over sockets on every transport. */
@NullMarked
package io.evenkeel.dispatcher.admission;

import org.jspecify.annotations.NullMarked;
