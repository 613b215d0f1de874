// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache over the API and in the metrics. */
class CacheCallsIT {

    private static final String PURGE = "/api/v1/cache/purge";

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminFiles files;
    private AdminServer server;
    private Browser browser;
    private String viewer;
    private String operator;
    private String limited;

    @BeforeEach
    void start() throws Exception {
        files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Accounts accounts = Accounts.in(files.users(), new EventLog().admin());
        viewer = "Authorization: Bearer " + accounts.createToken("look", Role.VIEWER, Long.MAX_VALUE);
        operator = "Authorization: Bearer " + accounts.createToken("act", Role.OPERATOR, Long.MAX_VALUE);
        limited = "Authorization: Bearer "
                + accounts.createToken("part", Role.OPERATOR, Set.of("shop"), Long.MAX_VALUE, "somebody");
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer purge(String body, String... fields) throws IOException {
        return browser.send("POST", PURGE, body, fields);
    }

    @Test
    void operatorsForgetAnswersAndItIsWrittenDown() throws IOException {
        String body = "{\"url\": \"http://shop/a?b\"}";
        assertThat(purge(body).status()).as("nobody").isEqualTo(401);
        assertThat(purge(body, viewer).status()).isEqualTo(403);
        assertThat(purge(body, limited).status()).as("a token for one cluster").isEqualTo(403);
        assertThat(control.commands).isEmpty();

        assertThat(purge(body, operator).body()).isEqualTo("{\"purged\":2}");
        assertThat(purge("{\"prefix\": \"HTTPS://shop/img\"}", operator).status())
                .isEqualTo(200);
        assertThat(purge("{\"tag\": \"red\"}", operator).status()).isEqualTo(200);
        assertThat(purge("{\"all\": true}", operator).status()).isEqualTo(200);

        assertThat(control.commands)
                .containsExactly(
                        "purge URL http://shop/a?b", "purge PREFIX HTTPS://shop/img", "purge TAG red", "purge ALL ");
        assertThat(Files.readString(files.audit()))
                .contains("\"what\":\"purge\",\"subject\":\"cache\",\"why\":\"url http://shop/a?b\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"url\": \"/a\"}",
                "{\"url\": \"http://\"}",
                "{\"url\": \"http://a/ b\"}",
                "{\"url\": 1}",
                "{\"tag\": \"\"}",
                "{\"all\": false}",
                "{\"all\": \"true\"}",
                "{\"tag\": \"a\", \"all\": true}",
                "{\"tags\": \"a\"}"
            })
    void anUnclearOrderIsRefused(String body) throws IOException {
        assertThat(purge(body, operator).status()).isEqualTo(400);
        assertThat(control.commands).isEmpty();
    }

    @Test
    void figuresAreShown() throws IOException {
        assertThat(browser.get("/api/v1/cache").body())
                .contains("\"used\":true", "\"hits\":7", "\"packedShare\":0.25", "\"fetchMs\":50.0");
        assertThat(browser.get("/metrics").body())
                .contains(
                        "evenkeel_cache_requests_total{result=\"hit\"} 7.0",
                        "evenkeel_cache_requests_total{result=\"bypass\"} 6.0",
                        "evenkeel_cache_packed_hits_total 5.0",
                        "evenkeel_cache_unpack_seconds 0.001");
    }

    @Test
    void saysWhatTheCacheWouldDoWithARequest() throws IOException {
        String explain = "/api/v1/cache/explain?url=http://shop/a";

        assertThat(browser.get(explain + "&field=X:%20a%0AY:%20b&client=::1").body())
                .contains(
                        "\"course\":\"hit\"",
                        "\"cacheStatus\":\"hit; ttl=40\"",
                        "\"stored\":{\"variants\":2,\"status\":200,\"ageS\":20,\"ttlS\":40,\"bytes\":5,\"packed\":true,",
                        "\"The stored answer would be used.\"",
                        "\"X: a\",\"Y: b\"]");
        assertThat(browser.get("/api/v1/cache/explain").status()).as("no URL").isEqualTo(400);
        assertThat(browser.get(explain + "&client=shop").body()).contains("'shop' is not an address");
        assertThat(browser.get(explain + "&client=10.0.0.0/8").status()).isEqualTo(400);
        assertThat(browser.get(explain + "&listener=nobody").status()).isEqualTo(404);
        assertThat(browser.get(explain + "&field=X:%20a".repeat(51)).body()).contains("more than 50 header lines");
    }
}
