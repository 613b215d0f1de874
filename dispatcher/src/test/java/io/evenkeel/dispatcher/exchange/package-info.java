// SPDX-License-Identifier: Apache-2.0
/** Claims about what exchanges keep and share, without sockets. */
@NullMarked
package io.evenkeel.dispatcher.exchange;

import org.jspecify.annotations.NullMarked;
