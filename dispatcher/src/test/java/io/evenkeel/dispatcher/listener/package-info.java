// SPDX-License-Identifier: Apache-2.0
/** Tests of the steps before a protocol and of the list of open connections, in memory and in virtual time. */
@NullMarked
package io.evenkeel.dispatcher.listener;

import org.jspecify.annotations.NullMarked;
