// SPDX-License-Identifier: Apache-2.0
/**
 * The journal of a policy: all calls of it, its reads and its answers, so that a live run can be replayed to the same
 * choices.
 *
 * <p>A journal is a sequence of records: a header, then one record for each call. A record holds the call, the cells
 * the policy read and that have changed since they were last read, and the answer. Replaying needs no network, no clock
 * and no live cluster. The {@link io.evenkeel.policy.journal.JournalSink} decides on the place of the records; there is
 * no I/O here.
 *
 * <pre>
 * record  = kind, arguments, { row + 1, index, change }, 0, answer
 * numbers = varints, 7 bits a byte; signed ones zigzag; changes of doubles as reversed bits,
 *           so that round figures are short
 * </pre>
 *
 * <p>Threads: as the policy, one at a time.
 */
@NullMarked
package io.evenkeel.policy.journal;

import org.jspecify.annotations.NullMarked;
