// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sample application as packaged, on two real Tomcats that share a database. */
@Tag("thorough")
class TradeOnTomcatIT {

    private static final NodeCapacity SMALL = new NodeCapacity(64, 4, 4, 3);

    private static ServerFleet fleet;

    @BeforeAll
    static void start() throws Exception {
        fleet = new ServerFleet(ServerFiles.find());
        fleet.start(List.of(new NodePlan("n1", SMALL), new NodePlan("n2", SMALL)), Map.of("trade.public", "60"));
    }

    @AfterAll
    static void stopLeavesNothing() {
        List<ProcessHandle> handles = fleet.handles();
        fleet.close();
        assertThat(handles).hasSize(3).noneMatch(ProcessHandle::isAlive);
    }

    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    @Test
    void customerTradesFromRegisteringToLeaving() throws Exception {
        HttpResponse<String> registered = post(
                0, "register", "name", "mary", "password", "s3cret", "fullName", "Mary <b>", "email", "m@example.org");
        assertThat(registered.statusCode()).isEqualTo(303);
        assertThat(registered.headers().firstValue("Location")).contains("home");
        assertThat(registered.headers().allValues("Set-Cookie"))
                .hasSize(2)
                .allSatisfy(cookie -> assertThat(cookie).contains("HttpOnly").contains("SameSite=Lax"));
        assertThat(get(0, "home").body()).contains("Welcome, Mary &lt;b&gt;", "10000.00", "<!-- node: n1 -->");

        assertThat(get(0, "quotes?symbols=s:1,s:2").body()).contains("Company 1 &amp; Sons", "Company 2");
        assertThat(get(0, "home").body()).contains("Seen lately").contains("s:2");

        HttpResponse<String> bought = post(0, "buy", "symbol", "s:1", "quantity", "3");
        assertThat(bought.statusCode()).isEqualTo(303);
        HttpResponse<String> portfolio =
                get(0, bought.headers().firstValue("Location").orElseThrow());
        assertThat(portfolio.body()).contains(": BUY 3 of s:1 at ");
        Matcher holding = Pattern.compile("name=\"holding\" value=\"(\\d+)\"").matcher(portfolio.body());
        assertThat(holding.find()).isTrue();

        HttpResponse<String> sold = post(0, "sell", "holding", holding.group(1));
        assertThat(sold.statusCode()).isEqualTo(303);
        assertThat(get(0, sold.headers().firstValue("Location").orElseThrow()).body())
                .contains(": SELL 3 of s:1 at ")
                .doesNotContain("name=\"holding\"");
        assertThat(post(0, "sell", "holding", holding.group(1)).statusCode()).isEqualTo(409);

        assertThat(post(0, "account", "fullName", "Mary Two", "email", "m2@example.org")
                        .statusCode())
                .isEqualTo(303);
        assertThat(get(0, "account").body()).contains("Mary Two", "m2@example.org", "SELL", "BUY");

        assertThat(post(0, "logout").statusCode()).isEqualTo(303);
        HttpResponse<String> outside = get(0, "home");
        assertThat(outside.statusCode()).isEqualTo(303);
        assertThat(outside.headers().firstValue("Location")).contains("login");
        assertThat(post(0, "login", "name", "mary", "password", "s3cret").statusCode())
                .isEqualTo(303);
        assertThat(get(0, "account").body()).contains("2 logins, 1 logouts");
    }

    @Test
    void customerGoesOnAtAnotherNode() throws Exception {
        assertThat(post(0, "login", "name", "uid:7", "password", "xxx").statusCode())
                .isEqualTo(303);
        HttpResponse<String> elsewhere = get(1, "portfolio");
        assertThat(elsewhere.statusCode()).isEqualTo(200);
        assertThat(elsewhere.headers().firstValue("X-Node")).contains("n2");
        assertThat(elsewhere.body()).contains("<body data-user=\"uid:7\">");
        assertThat(elsewhere.headers().allValues("Set-Cookie")).isEmpty();
        assertThat(post(1, "buy", "symbol", "s:5", "quantity", "1").statusCode())
                .isEqualTo(303);
        assertThat(get(0, "account").body()).contains("s:5");
        assertThat(post(1, "logout").statusCode()).isEqualTo(303);
        assertThat(get(0, "home").statusCode()).isEqualTo(303);
    }

    @Test
    void quotesAreForStrangersAndForCachesButNotThoseOfACustomer() throws Exception {
        HttpResponse<String> open = get(0, "quotes?symbols=s:1,s:2");
        assertThat(open.statusCode()).isEqualTo(200);
        assertThat(open.body()).contains("Company 2", "<body data-user=\"\">");
        assertThat(open.headers().firstValue("Cache-Control")).contains("public, max-age=60");
        assertThat(open.headers().firstValue("Vary")).contains("Cookie");
        assertThat(open.headers().allValues("Set-Cookie")).isEmpty();
        assertThat(get(0, "quotes?symbols=none").headers().firstValue("Location"))
                .contains("login");

        post(0, "login", "name", "uid:9", "password", "xxx");
        HttpResponse<String> own = get(0, "quotes?symbols=s:1,s:2");
        assertThat(own.body()).contains("<body data-user=\"uid:9\">");
        assertThat(own.headers().firstValue("Cache-Control")).contains("no-store");
    }

    @Test
    void everyAnswerHasTheStatusItDeserves() throws Exception {
        assertThat(get(0, "health").body()).isEqualTo("ok\n");
        assertThat(get(0, "style.css").headers().firstValue("Content-Type")).contains("text/css");
        assertThat(get(0, "login").statusCode()).isEqualTo(200);
        assertThat(get(0, "nothing/here").statusCode()).isEqualTo(404);
        assertThat(get(0, "nothing/here").body()).contains("There is no such page");
        assertThat(post(0, "buy", "symbol", "s:1").headers().firstValue("Location"))
                .contains("login");
        assertThat(post(0, "login", "name", "uid:1", "password", "wrong").statusCode())
                .isEqualTo(403);
        assertThat(post(0, "register", "name", "uid:1", "password", "xxx", "fullName", "X", "email", "x@y")
                        .statusCode())
                .isEqualTo(409);
        assertThat(post(0, "login", "name", "uid:8", "password", "xxx").statusCode())
                .isEqualTo(303);
        assertThat(get(0, "buy").statusCode()).isEqualTo(405);
        assertThat(get(0, "quotes?symbols=none").statusCode()).isEqualTo(404);
        assertThat(post(0, "buy", "symbol", "none", "quantity", "1").statusCode())
                .isEqualTo(404);
        assertThat(post(0, "buy", "symbol", "s:1", "quantity", "many").statusCode())
                .isEqualTo(400);
        assertThat(post(0, "buy", "symbol", "s:1", "quantity", "10000").statusCode())
                .isEqualTo(409);
        HttpRequest odd = HttpRequest.newBuilder(uri(0, "home"))
                .method("DELETE", HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(browser.send(odd, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);
    }

    private HttpResponse<String> get(int server, String target) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(uri(server, target)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(int server, String target, String... fields)
            throws IOException, InterruptedException {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            pairs.add(fields[i] + "=" + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        HttpRequest request = HttpRequest.newBuilder(uri(server, target))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(String.join("&", pairs)))
                .build();
        return browser.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static URI uri(int server, String target) {
        return fleet.servers().get(server).uri().resolve("/trade/" + target);
    }
}
