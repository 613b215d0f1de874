// SPDX-License-Identifier: Apache-2.0
/** Tests of questions about the cache. */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.inquiry;

import org.jspecify.annotations.NullMarked;
