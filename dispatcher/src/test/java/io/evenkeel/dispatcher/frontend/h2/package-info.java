// SPDX-License-Identifier: Apache-2.0
/** Tests of clients that speak HTTP/2, in memory and in virtual time: the test writes and reads the frames. */
@NullMarked
package io.evenkeel.dispatcher.frontend.h2;

import org.jspecify.annotations.NullMarked;
