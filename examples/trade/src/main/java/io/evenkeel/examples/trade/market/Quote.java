// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.math.BigDecimal;

/**
 * A share and its price.
 *
 * @param open price when the market opened
 * @param volume shares traded since then
 */
public record Quote(String symbol, String company, BigDecimal price, BigDecimal open, long volume) {

    /** The change of the price since the market opened. */
    public BigDecimal change() {
        return price.subtract(open);
    }
}
