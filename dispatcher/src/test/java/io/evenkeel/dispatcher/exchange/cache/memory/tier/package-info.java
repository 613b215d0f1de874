// SPDX-License-Identifier: Apache-2.0
/** Tests of the parts of the packed tier. */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import org.jspecify.annotations.NullMarked;
