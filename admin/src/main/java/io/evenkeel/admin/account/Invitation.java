// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/**
 * A link with which somebody sets the password of an account.
 *
 * @param role what the account will be
 * @param renews the account exists, and only its password is set anew
 * @param by who made the link
 * @param untilMs when it ends, wall clock, milliseconds since 1970
 */
public record Invitation(String name, Role role, boolean renews, String by, long untilMs) {}
