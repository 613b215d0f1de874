// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.store;

/**
 * A store of sessions, and what it was asked since it was opened, by all clusters that use it.
 *
 * @param url its place, without user and password
 * @param asked questions for the node of a session that this dispatcher did not know
 * @param found those that the store answered with a node, in time or not
 * @param late those whose request went on before the answer
 * @param written sessions that were written; one that moves or was lost is written again
 * @param skipped calls that were not made, because the store was away or too many were open
 * @param failed calls that the store did not answer, or with an error
 * @param away true while the store is left alone
 * @param awayMs the time since when, in steps of a second; 0 while it is there
 */
public record StoreView(
        String url,
        long asked,
        long found,
        long late,
        long written,
        long skipped,
        long failed,
        boolean away,
        long awayMs) {}
