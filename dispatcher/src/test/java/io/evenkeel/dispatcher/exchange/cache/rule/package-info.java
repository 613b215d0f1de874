// SPDX-License-Identifier: Apache-2.0
/** Tests of the rules of the cache. */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.rule;

import org.jspecify.annotations.NullMarked;
