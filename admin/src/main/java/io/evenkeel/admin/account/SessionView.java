// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/**
 * An open session as people may see it; its id, which proves it, stays hidden.
 *
 * @param handle names the session among those that are open, and proves nothing
 * @param user the account's name
 * @param from network address of the sign-in
 * @param browser the browser's name for itself then; empty when it gave none
 * @param beganMs wall clock, milliseconds since 1970
 * @param usedMs wall clock of the last page
 */
public record SessionView(String handle, String user, String from, String browser, long beganMs, long usedMs) {}
