// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/**
 * Who sent a request.
 *
 * @param name as the log of changes shows it: a user's name, {@code token NAME}, or {@code admin token}
 * @param from network address
 */
public record Caller(String name, Role role, String from) {}
