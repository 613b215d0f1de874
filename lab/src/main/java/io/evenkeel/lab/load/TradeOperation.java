// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What visitors of the sample application do. An operation that changes something is two requests, the form and the page that it leads to. */
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

    /** As mixes name it: {@code update-profile}. */
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
