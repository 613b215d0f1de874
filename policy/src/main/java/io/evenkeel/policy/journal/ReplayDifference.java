// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

/**
 * The first place where a replay went another way than the journal.
 *
 * @param call number of the call, 1 for the first after the header
 * @param kind the kind of the call
 * @param recorded the answer in the journal
 * @param replayed the answer of the fresh policy
 */
public record ReplayDifference(long call, String kind, String recorded, String replayed) {}
