// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

/** An event loop under watch: its lag, the level of that, and what its requests are told. */
record LoopWatch(LoopLag lag, Watermark level, LoopProtection loopProtection) {}
