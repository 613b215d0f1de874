// SPDX-License-Identifier: Apache-2.0
/**
 * Questions about the cache by those who watch and steer a dispatcher: what it would do with a request. The rules are
 * asked that decide about real requests; nothing is counted, moved or sent. Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.inquiry;

import org.jspecify.annotations.NullMarked;
