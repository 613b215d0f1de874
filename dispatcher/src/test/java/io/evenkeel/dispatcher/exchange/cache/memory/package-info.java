// SPDX-License-Identifier: Apache-2.0
/** Tests of stored answers. */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.memory;

import org.jspecify.annotations.NullMarked;
