// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

/**
 * An account in the table of all.
 *
 * @param createdMs wall clock, milliseconds since 1970
 * @param signedInMs the last sign-in; 0 when none is known
 * @param sessions that go on
 */
public record AccountRow(String name, String role, long createdMs, long signedInMs, int sessions) {}
