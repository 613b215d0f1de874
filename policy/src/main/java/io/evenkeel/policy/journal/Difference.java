// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

/**
 * The first place where a replay went another way than the journal.
 *
 * @param call number of the call, 1 for the first after the header
 * @param kind what was called
 * @param recorded what the journal says was answered
 * @param replayed what the fresh policy answered
 */
public record Difference(long call, String kind, String recorded, String replayed) {}
