// SPDX-License-Identifier: Apache-2.0
/**
 * The places that lines of logs go to.
 *
 * <p>It knows neither events nor requests, and no event loop comes here: each output belongs to the one thread that
 * writes its log.
 */
@NullMarked
package io.evenkeel.dispatcher.log.output;

import org.jspecify.annotations.NullMarked;
