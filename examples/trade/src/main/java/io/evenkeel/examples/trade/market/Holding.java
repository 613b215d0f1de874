// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.math.BigDecimal;

/**
 * Shares that a customer owns.
 *
 * @param paid price of one share when it was bought
 * @param price of one share now
 */
public record Holding(long id, String symbol, int quantity, BigDecimal paid, BigDecimal price) {

    /** The money that the shares would bring now. */
    public BigDecimal worth() {
        return price.multiply(BigDecimal.valueOf(quantity));
    }

    /** The profit of selling now; negative for a loss. */
    public BigDecimal gain() {
        return price.subtract(paid).multiply(BigDecimal.valueOf(quantity));
    }
}
