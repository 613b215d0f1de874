// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.examples.trade.market.RejectedException.Reason;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MarketTest {

    private JdbcConnectionPool source = pool();
    private Market market;

    @BeforeEach
    void open() throws SQLException {
        market = Market.open(source, Work.NONE, 10, 5);
    }

    @AfterEach
    void close() {
        source.dispose();
    }

    private static JdbcConnectionPool pool() {
        return JdbcConnectionPool.create(
                "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000", "sa", "");
    }

    @Test
    void buyingMovesMoneyIntoAHolding() throws SQLException {
        BigDecimal before = market.accounts().find("uid:1").balance();
        Quote quote = market.quotes().find(List.of("s:2")).get(0);
        int held = market.orders().holdings("uid:1").size();

        long order = market.orders().buy("uid:1", "s:2", 10);

        assertThat(market.accounts().find("uid:1").balance())
                .isEqualByComparingTo(before.subtract(quote.price().multiply(BigDecimal.TEN)));
        List<Holding> holdings = market.orders().holdings("uid:1");
        assertThat(holdings).hasSize(held + 1);
        Holding bought = holdings.get(held);
        assertThat(bought.symbol()).isEqualTo("s:2");
        assertThat(bought.quantity()).isEqualTo(10);
        assertThat(bought.paid()).isEqualByComparingTo(quote.price());
        Order written = market.orders().recent("uid:1", 1).get(0);
        assertThat(written.id()).isEqualTo(order);
        assertThat(written.kind()).isEqualTo(Order.Kind.BUY);
    }

    @Test
    void sellingBringsThePriceOfTheMoment() throws SQLException {
        Holding holding = market.orders().holdings("uid:3").get(0);
        BigDecimal before = market.accounts().find("uid:3").balance();

        market.orders().sell("uid:3", holding.id());

        assertThat(market.accounts().find("uid:3").balance()).isEqualByComparingTo(before.add(holding.worth()));
        assertThat(market.orders().holdings("uid:3")).extracting(Holding::id).doesNotContain(holding.id());
    }

    @Test
    void tradingMovesPriceAndVolume() throws SQLException {
        market.orders().buy("uid:1", "s:0", 7);
        Quote quote = market.quotes().find(List.of("s:0")).get(0);
        assertThat(quote.volume()).isEqualTo(7);
        assertThat(quote.price()).isGreaterThan(quote.open());
        assertThat(market.quotes().busiest(1).get(0).symbol()).isEqualTo("s:0");
    }

    @Test
    void rejectedPurchaseChangesNothing() throws SQLException {
        Account before = market.accounts().find("uid:1");
        assertRejected(Reason.CONFLICT, () -> market.orders().buy("uid:1", "s:2", 10_000));
        assertRejected(Reason.UNKNOWN, () -> market.orders().buy("uid:1", "s:none", 1));
        assertRejected(Reason.BAD_INPUT, () -> market.orders().buy("uid:1", "s:2", 0));
        assertThat(market.accounts().find("uid:1")).isEqualTo(before);
        assertThat(market.orders().recent("uid:1", 10)).isEmpty();
        assertThat(market.orders().holdings("uid:1")).hasSize(5);
    }

    @Test
    void nobodySellsWhatAnotherOwns() throws SQLException {
        Holding holding = market.orders().holdings("uid:3").get(0);
        assertRejected(Reason.CONFLICT, () -> market.orders().sell("uid:4", holding.id()));
        assertThat(market.orders().holdings("uid:3")).hasSize(5);
    }

    @Test
    void holdingIsSoldOnceWhenManyTry() throws Exception {
        Holding holding = market.orders().holdings("uid:3").get(0);
        BigDecimal before = market.accounts().find("uid:3").balance();
        List<Boolean> sold = together(6, () -> {
            try {
                market.orders().sell("uid:3", holding.id());
                return true;
            } catch (RejectedException e) {
                return false;
            }
        });
        assertThat(sold).filteredOn(Boolean::booleanValue).hasSize(1);
        assertThat(market.accounts().find("uid:3").balance()).isEqualByComparingTo(before.add(holding.worth()));
    }

    @Test
    void registeredCustomerLogsInWithOwnPasswordOnly() throws SQLException {
        market.accounts().register("mary", "s3cret", "Mary <b>", "mary@example.org");
        market.accounts().login("mary", "s3cret");
        assertThat(market.accounts().find("mary").logins()).isEqualTo(2);
        assertRejected(Reason.WRONG_LOGIN, () -> market.accounts().login("mary", "xxx"));
        assertRejected(Reason.WRONG_LOGIN, () -> market.accounts().login("nobody", "xxx"));
        assertRejected(Reason.CONFLICT, () -> market.accounts().register("mary", "other", "Mary", "mary@example.org"));
        assertRejected(Reason.BAD_INPUT, () -> market.accounts().register("m", "other", "Mary", "mary@example.org"));
        assertRejected(Reason.BAD_INPUT, () -> market.accounts().register("mary2", "other", "Mary", "nowhere"));
    }

    @Test
    void profileIsUpdated() throws SQLException {
        market.accounts().updateProfile("uid:1", "New Name", "new@example.org");
        assertThat(market.accounts().find("uid:1").fullName()).isEqualTo("New Name");
        assertThat(market.accounts().find("uid:1").email()).isEqualTo("new@example.org");
    }

    @Test
    void nodesThatStartTogetherSeedOnce() throws Exception {
        JdbcConnectionPool shared = pool();
        try {
            List<Market> markets = together(4, () -> Market.open(shared, Work.NONE, 20, 10));
            assertThat(markets)
                    .allSatisfy(
                            m -> assertThat(m.secret()).isEqualTo(markets.get(0).secret()));
            assertThat(markets.get(3).orders().holdings("uid:19")).hasSize(5);
            assertThat(markets.get(0).quotes().busiest(100)).hasSize(10);
        } finally {
            shared.dispose();
        }
    }

    @Test
    void workIsDoneOnTheConnection() throws SQLException {
        Market heavy = Market.open(source, new Work(3, 2, 1), 10, 5);
        heavy.ping();
        assertThatThrownBy(() -> new Work(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        DataSource closed = JdbcConnectionPool.create("jdbc:h2:mem:none;IFEXISTS=TRUE", "sa", "");
        assertThatThrownBy(() -> Market.open(closed, Work.NONE, 1, 1)).isInstanceOf(SQLException.class);
    }

    private static <T> List<T> together(int threads, Callable<T> each) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : pool.invokeAll(java.util.Collections.nCopies(threads, each))) {
                results.add(future.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static void assertRejected(Reason reason, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RejectedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }
}
