// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The operations of visitors of the sample application. An operation that changes something is two requests, the form
 * and the page that it leads to.
 */
public enum TradeOperation {
    HOME,
    QUOTE,
    LOGOUT,
    REGISTER,
    ACCOUNT,
    PORTFOLIO,
    BUY,
    SELL,
    UPDATE_PROFILE;

    /** The name in mixes: {@code update-profile}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The operation of this name. */
    public static Optional<TradeOperation> named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.toString().equals(name))
                .findFirst();
    }
}
