// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.config.text.RoutePath;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestClassesTest {

    private static final long MS = 1_000_000;

    private final Meters meters = new Meters(2);
    private final ClassMeter meter = meters.classMeter("shop", 1, 0);

    private static byte[] octets(String request) {
        return ("\r\n" + request + " HTTP/1.1").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static RoutePath path(String request) {
        RoutePath path = new RoutePath();
        path.read(octets(request), 3 + request.indexOf(' '), 2 + request.length());
        return path;
    }

    private static long key(ClassMeter meter, String request) {
        return meter.key(octets(request), 2, 2 + request.indexOf(' '), path(request));
    }

    private static int find(ClassMeter meter, String request) {
        return meter.find(key(meter, request), octets(request), 2, 2 + request.indexOf(' '), path(request));
    }

    private static void ask(ClassMeter meter, String request, int status, double ms) {
        find(meter, request);
        meter.finished(key(meter, request), status, status >= 500, Math.round(ms * MS));
    }

    private List<String> names() {
        return meters.classes("shop").stream().map(ClassTraffic::name).toList();
    }

    @Test
    void classesAreMethodAndFirstSegment() {
        for (int i = 0; i < 2; i++) {
            ask(meter, "GET /cart", 200, 1);
            ask(meter, "GET /cart/7?x=/y", 200, 3);
            ask(meter, "GET /cart;jsessionid=1/8", 200, 2);
            ask(meter, "POST /cart", 201, 40);
            ask(meter, "GET /", 200, 1);
            ask(meter, "GET /?q=1", 304, 1);
            ask(meter, "GET /cartoon", 200, 1);
        }

        assertThat(names()).containsExactly("GET /cart", "POST /cart", "GET /", "GET /cartoon", "other");
        ClassTraffic cart = meters.classes("shop").get(0);
        assertThat(cart.requests()).isEqualTo(6);
        assertThat(cart.headNs().mean()).isEqualTo(2 * MS);
        assertThat(meters.classes("shop").get(4).requests()).isZero();
    }

    @Test
    void spellingsOfOnePathAreOneClass() {
        for (String path :
                List.of("/cart", "//cart", "/./cart", "/x/../cart", "/%63art", "/cart;a=b", "/cart/7", "/cart/")) {
            ask(meter, "GET " + path, 200, 1);
            ask(meter, "GET " + path, 200, 1);
        }

        assertThat(names()).containsExactly("GET /cart", "other");
    }

    /** A name is a label of metrics and part of a page: no two classes share one, and none has a control character. */
    @Test
    void namesShowWhatCannotBePrinted() {
        for (String path : List.of("/a%0A", "/a%250A", "/a%20", "/a%3Fb", "/caf%C3%A9", "/%22", "")) {
            ask(meter, "GET " + path, 200, 1);
            ask(meter, "GET " + path, 200, 1);
        }

        assertThat(names())
                .containsExactly(
                        "GET /a%0A",
                        "GET /a%250A", "GET /a%20", "GET /a%3Fb", "GET /caf%C3%A9", "GET /%22", "GET /", "other");
    }

    @Test
    void aPathThatServersUnderstandDifferentlyBeginsNoClass() {
        for (String path : List.of("/api%2F1", "/api\\2", "/../../x", "/cheap//../heavy")) {
            ask(meter, "GET " + path, 200, 1);
            ask(meter, "GET " + path, 200, 1);
        }

        assertThat(names()).containsExactly("other");
        assertThat(meters.classes("shop").get(0).requests()).isEqualTo(8);
    }

    @Test
    void moreSegmentsWhenWanted() {
        ClassMeter two = meters.classMeter("shop", 2, 0);
        for (int i = 0; i < 2; i++) {
            ask(two, "GET /api/orders/1", 200, 1);
            ask(two, "GET /api/orders", 200, 1);
            ask(two, "GET /api/users/1/name", 200, 1);
            ask(two, "GET /api", 200, 1);
            ask(two, "GET /api/", 200, 1);
        }

        assertThat(names()).containsExactly("GET /api/orders", "GET /api/users", "GET /api", "other");
        assertThat(meters.classMeter("shop", 2, 0)).isSameAs(two);
        assertThat(meters.classMeter("shop", 1, 0)).as("begins afresh").isNotSameAs(meter);
    }

    /** A loop that missed the changes in between has a meter of the same number of segments, and must not keep it. */
    @Test
    void aMeterKnowsThatNobodyReadsItAnyMore() {
        ClassMeter other = meters.classMeter("shop", 1, 1);
        assertThat(meter.retired()).isFalse();
        ClassMeter two = meters.classMeter("shop", 2, 0);
        ClassMeter one = meters.classMeter("shop", 1, 0);

        assertThat(meter.retired()).isTrue();
        assertThat(other.retired()).isTrue();
        assertThat(two.retired()).isTrue();
        assertThat(one.retired()).isFalse();

        meters.removeCluster("shop");
        assertThat(one.retired()).isTrue();
    }

    /** Requests without a 2xx answer are counted with the others and make no class: a redirect leads to a login. */
    @Test
    void guessedPathsMakeNoClass() {
        for (int i = 0; i < 1000; i++) {
            ask(meter, "GET /guess" + i, 404, 1);
            ask(meter, "GET /broken" + i, 500, 1);
            ask(meter, "GET /inner" + i, 302, 1);
            meter.finished(key(meter, "GET /gone" + i), 0, true, -1);
        }

        assertThat(names()).containsExactly("other");
        ClassTraffic others = meters.classes("shop").get(0);
        assertThat(others.requests()).isEqualTo(4000);
        assertThat(others.failures()).isEqualTo(2000);
        assertThat(others.headNs().count()).isEqualTo(3000);

        ask(meter, "GET /guess7", 200, 1);
        ask(meter, "GET /guess7", 404, 1);
        assertThat(names()).containsExactly("GET /guess7", "other");
    }

    @Test
    void thereAreSixtyFourAtMost() {
        for (int i = 0; i < 10_000; i++) {
            ask(meter, "GET /" + i % 5000, 200, 1);
            ask(meter, "GET /" + i % 5000, 200, 1);
        }

        assertThat(meters.classes("shop")).hasSize(64);
        assertThat(names()).startsWith("GET /0", "GET /1").endsWith("GET /62", "other");
        assertThat(meters.classes("shop").stream()
                        .mapToLong(ClassTraffic::requests)
                        .sum())
                .isEqualTo(20_000);
        for (int i = 0; i < 5000; i++) {
            assertThat(find(meter, "GET /" + i)).isEqualTo(i < 63 ? i + 1 : 0);
        }
    }

    @Test
    void addsUpLoops() {
        ClassMeter other = meters.classMeter("shop", 1, 1);
        ask(meter, "GET /a", 200, 1);
        ask(other, "GET /a", 200, 3);
        ask(other, "GET /a", 502, 5);

        ClassTraffic a = meters.classes("shop").get(0);
        assertThat(a.requests()).isEqualTo(3);
        assertThat(a.failures()).isEqualTo(1);
        assertThat(a.headNs().sum()).isEqualTo(9 * MS);
        assertThat(find(other, "GET /a")).isEqualTo(find(meter, "GET /a"));
    }

    /** Two names that are cut to the same octets stay different: they are labels of metrics. */
    @Test
    void aLongNameIsCutAndEndsWithTheKey() {
        String path = "/" + "x".repeat(200);
        for (int i = 0; i < 2; i++) {
            ask(meter, "GET " + path, 200, 1);
            ask(meter, "GET " + path + "y", 200, 1);
        }

        assertThat(names()).hasSize(3).doesNotHaveDuplicates().endsWith("other");
        assertThat(names().subList(0, 2)).allMatch(name -> name.matches("GET /x{79}…[0-9a-f]{16}"));
    }

    @Test
    void aRequestAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] octets = "GET /cart/7?x=1".getBytes(StandardCharsets.ISO_8859_1);
        RoutePath path = new RoutePath();
        long thread = Thread.currentThread().getId();
        long before = 0;
        int found = 0;
        for (int i = 0; i < 30_000; i++) {
            if (i == 10_000) {
                before = threads.getThreadAllocatedBytes(thread);
            }
            path.read(octets, 4, octets.length);
            long key = meter.key(octets, 0, 3, path);
            found += meter.find(key, octets, 0, 3, path);
            meter.finished(key, 200, false, (i % 100) * MS);
        }

        assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(20_000);
        assertThat(found).as("all but the first, which began the class").isEqualTo(29_999);
    }

    @Test
    void forgetsAClusterThatIsGone() {
        ask(meter, "GET /a", 200, 1);
        meters.removeCluster("shop");

        assertThat(meters.classes("shop")).isEmpty();
    }
}
