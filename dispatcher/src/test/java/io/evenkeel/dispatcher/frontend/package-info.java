// SPDX-License-Identifier: Apache-2.0
/** Claims about the data that client connections keep, without sockets. */
@NullMarked
package io.evenkeel.dispatcher.frontend;

import org.jspecify.annotations.NullMarked;
