// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuctionTest {

    private final JdbcConnectionPool source = JdbcConnectionPool.create(
            "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "sa", "");

    @AfterEach
    void close() {
        source.dispose();
    }

    @Test
    void aBidRaisesThePriceAndIsInTheHistory() throws SQLException {
        Auction auction = new Auction(source);
        assertThat(auction.bids(7)).doesNotContain("user3");
        auction.bid(7, 3, 5);
        assertThat(auction.bids(7)).contains("<td>user3");
        assertThat(auction.about(3)).contains("<td>item7");
    }

    @Test
    void showsTwentyItemsOfACategory() throws SQLException {
        assertThat(new Auction(source).items(4, -1, 0).split("<tr>", -1)).hasSize(21);
    }

    @Test
    void keepsTheDataThatAnotherNodeHasMade() throws SQLException {
        new Auction(source).comment(5, 4, 10);
        Auction second = new Auction(source);
        assertThat(second.user(5)).contains("cccccccccc");
        assertThat(second.sell(1, 2, 3, 4, 5)).contains("1 changed");
        assertThat(second.register(1, 2)).contains("1 changed");
    }
}
