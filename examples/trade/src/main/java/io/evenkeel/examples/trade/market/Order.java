// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import java.math.BigDecimal;
import java.time.OffsetDateTime;

/**
 * A completed purchase or sale.
 *
 * @param price of one share
 */
public record Order(long id, Kind kind, String symbol, int quantity, BigDecimal price, OffsetDateTime at) {

    /** The direction of an order. */
    public enum Kind {
        BUY,
        SELL
    }
}
