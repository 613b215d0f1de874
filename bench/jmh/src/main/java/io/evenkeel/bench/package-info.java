// SPDX-License-Identifier: Apache-2.0
/**
 * Micro-benchmarks, run by {@code bench/policy-choice}, {@code bench/request-probes}, {@code bench/session-table},
 * {@code bench/http2-heads}, {@code bench/http2-relay}, {@code bench/join-reports} and {@code bench/simulator}. They
 * measure single steps; the cost of the proxy as a whole is measured against real peers elsewhere in {@code bench}.
 *
 * <p>Threads: one. Nothing depends on this module.
 */
@NullMarked
package io.evenkeel.bench;

import org.jspecify.annotations.NullMarked;
