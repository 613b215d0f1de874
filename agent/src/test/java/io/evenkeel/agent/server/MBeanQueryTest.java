// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The look-ups of a query: soon after a change, rarely without one, and never so often that they cost much. */
class MBeanQueryTest {

    private static final String FIRST = "shop:name=first";
    private static final String SECOND = "shop:name=second";

    @Test
    void looksAgainSoonAfterAChangeAndEveryTwentySecondsLater() {
        assertThat(seconds(second -> isFoundAt(second, 0))).containsExactly(1, 2, 4, 8, 16, 32, 52, 72);
    }

    @Test
    void looksThatCostAreRarerFromTheSecondOn() {
        assertThat(seconds(second -> isFoundAt(second, 3_000_000))).containsExactly(1, 4, 8, 16, 32, 52, 72);
        assertThat(seconds(second -> isFoundAt(second, 30_000_000))).containsExactly(1, 31, 61);
    }

    @Test
    void oneDearLookAmongCheapOnesDoesNotCount() {
        FakeServer server = new FakeServer().bean(FIRST);
        MBeanQuery query = server.family("shop:*");
        quiet(server, query, 8);
        server.expensive(60_000_000).later(8);
        query.names();

        server.expensive(0).bean(SECOND).later(16);
        assertThat(query.names()).hasSize(2);
    }

    @Test
    void attributeThatIsMissingAtFirstIsAskedForAgain() {
        assertThat(seconds(MBeanQueryTest::isReadAt)).containsExactly(1, 2, 4, 8, 16, 32, 52, 72);
    }

    @Test
    void whatComesOneByOneIsFoundOneByOne() {
        FakeServer server = new FakeServer().bean(FIRST);
        MBeanQuery query = server.family("shop:*");
        query.names();
        quiet(server, query, 100);
        server.bean(SECOND).later(20);
        assertThat(query.names()).hasSize(2);

        server.bean("shop:name=third").later(1);
        assertThat(query.names()).hasSize(3);
        server.bean("shop:name=fourth").later(1);
        assertThat(query.names()).hasSize(4);
    }

    @Test
    void oneThatIsGoneIsMissedAtOnce() {
        FakeServer server = new FakeServer().bean(FIRST, "count", 3).bean(SECOND, "count", 4);
        MBeanQuery query = server.family("shop:*");
        quiet(server, query, 100);
        server.remove(SECOND);

        assertThat(query.sum("count")).isEqualTo(3);
        assertThat(query.names()).hasSize(1);
        server.bean(SECOND, "count", 5).later(1);
        assertThat(query.sum("count")).isEqualTo(8);
    }

    @Test
    void oneThatIsGoneDoesNotMakeLooksDear() {
        FakeServer server = new FakeServer()
                .bean(FIRST, "count", 3)
                .bean(SECOND, "count", 4)
                .expensive(30_000_000);
        MBeanQuery query = server.family("shop:*");
        query.names();
        server.later(1);
        query.names();
        server.remove(SECOND);

        query.sum("count");
        assertThat(query.names()).as("at once").hasSize(2);
        server.later(29);
        assertThat(query.names()).as("before thirty seconds").hasSize(2);
        server.later(1);
        assertThat(query.names()).hasSize(1);
    }

    @Test
    void figureThatIsNegativeAtFirstIsReadWhenItComes() {
        FakeServer server = new FakeServer().bean(FIRST, "count", -1);
        MBeanQuery query = server.family("shop:*");
        assertThat(query.sum("count")).isNaN();

        server.bean(FIRST, "count", 7);
        assertThat(query.sum("count")).isEqualTo(7);
    }

    /** True when a query that is asked every second finds, at this second, an MBean that came in the second before. */
    private static boolean isFoundAt(int second, long costNs) {
        FakeServer server = new FakeServer().bean(FIRST).expensive(costNs);
        MBeanQuery query = server.family("shop:*");
        query.names();
        quiet(server, query, second - 1);
        server.bean(SECOND).later(1);
        return query.names().size() == 2;
    }

    private static boolean isReadAt(int second) {
        FakeServer server = new FakeServer().bean(FIRST);
        MBeanQuery query = server.family("shop:*");
        assertThat(query.sum("count")).isNaN();
        for (int i = 1; i < second; i++) {
            server.later(1);
            query.sum("count");
        }
        server.bean(FIRST, "count", 7).later(1);
        return query.sum("count") == 7;
    }

    private static void quiet(FakeServer server, MBeanQuery query, int seconds) {
        for (int i = 0; i < seconds; i++) {
            server.later(1);
            query.names();
        }
    }

    private static int[] seconds(IntPredicate when) {
        return IntStream.rangeClosed(1, 80).filter(when).toArray();
    }
}
