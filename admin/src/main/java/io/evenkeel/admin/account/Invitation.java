// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

/**
 * A link with which somebody sets the password of an account.
 *
 * @param role of the account
 * @param renews the account exists, and only its password is set again
 * @param by name of the maker of the link
 * @param untilMs its end, wall clock, milliseconds since 1970
 */
public record Invitation(String name, Role role, boolean renews, String by, long untilMs) {}
