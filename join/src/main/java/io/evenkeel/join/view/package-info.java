// SPDX-License-Identifier: Apache-2.0
/**
 * The things that other dispatchers have told, and what they are worth as they grow old. Knows neither clock nor
 * network: every call brings its time. Threads: any.
 */
@NullMarked
package io.evenkeel.join.view;

import org.jspecify.annotations.NullMarked;
