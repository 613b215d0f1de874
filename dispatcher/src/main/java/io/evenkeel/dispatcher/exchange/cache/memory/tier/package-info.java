// SPDX-License-Identifier: Apache-2.0
/**
 * The parts of the packed tier that know nothing of answers: how content is packed, which evicted keys are worth it,
 * and the tier's share of the memory. Threads: any, where a class does not say otherwise.
 */
@NullMarked
package io.evenkeel.dispatcher.exchange.cache.memory.tier;

import org.jspecify.annotations.NullMarked;
