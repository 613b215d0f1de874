// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.math.BigDecimal;

/**
 * A customer and the state of the account.
 *
 * @param balance money that is not in shares
 * @param logins times the customer logged in
 */
public record Account(String name, String fullName, String email, BigDecimal balance, int logins, int logouts) {}
