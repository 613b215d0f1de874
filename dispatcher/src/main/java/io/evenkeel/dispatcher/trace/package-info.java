// SPDX-License-Identifier: Apache-2.0
/**
 * Traces of requests in the W3C's form: which are recorded, what nodes are told of them, and what was recorded, up to a
 * bounded ring of each loop. Knows no exporter. The loop of a request has its trace; rings have one reader.
 */
@NullMarked
package io.evenkeel.dispatcher.trace;

import org.jspecify.annotations.NullMarked;
