// SPDX-License-Identifier: Apache-2.0
/** Tests of the connections of servers that register, in memory and virtual time. */
@NullMarked
package io.evenkeel.dispatcher.frontend.mcmp;

import org.jspecify.annotations.NullMarked;
