// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.account.Token;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** API tokens in the console, and the rights of tokens that are limited to clusters. */
@QuickPasswords
class TokenPagesIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String DRAIN_SHOP = "/api/v1/clusters/shop/nodes/vcn1/drain";
    private static final String DRAIN_BANK = "/api/v1/clusters/bank/nodes/vault/drain";

    private final ScriptedControl control = new ScriptedControl();

    @TempDir
    Path folder;

    private AdminFiles files;
    private Accounts accounts;
    private AdminServer server;
    private Browser browser;
    private String admin;

    @BeforeEach
    void start() throws IOException, AccountException {
        files = AdminFiles.beside(folder.resolve("shop.yaml"));
        accounts = Accounts.in(files.users(), new EventLog().admin());
        accounts.add("root", Role.ADMIN, PASSWORD);
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        browser = new Browser(server.url());
        admin = signIn("root");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String signIn(String name) throws IOException {
        return browser.post("/console/sign-in", Map.of("name", name, "password", PASSWORD))
                .cookie();
    }

    private String page() throws IOException {
        return browser.get("/console/tokens", "Accept: text/html", admin).body();
    }

    private int send(String path, String secret) throws IOException {
        return browser.send("POST", path, "", "Authorization: Bearer " + secret).status();
    }

    private String limited() throws AccountException {
        return accounts.createToken("ci", Role.OPERATOR, Set.of("shop"), Long.MAX_VALUE, "root");
    }

    @Test
    void showsATokenOnceAndListsItWithoutItsSecret() throws Exception {
        assertThat(page()).contains("There is no token");
        Answer made = browser.post(
                "/console/tokens/create",
                Map.of("name", "ci", "role", "operator", "days", "30", "cluster", "shop"),
                admin);
        assertThat(made.status()).isEqualTo(200);
        assertThat(made.head()).contains("Cache-Control: no-store");
        Matcher secret = Pattern.compile("value=\"(ek_[0-9a-f]{64})\"").matcher(made.body());
        assertThat(secret.find()).isTrue();
        assertThat(page())
                .containsSubsequence("ci", "operator", "shop", "root", "<time", "<time", "–")
                .doesNotContain(secret.group(1));
        assertThat(send(DRAIN_SHOP, secret.group(1))).isEqualTo(200);
        assertThat(page()).containsSubsequence("ci", "operator", "<time", "<time", "<time", "Revoke");
        assertThat(Files.readString(files.audit()))
                .contains("\"token create\",\"subject\":\"ci (operator)\",\"why\":\"for shop\"")
                .doesNotContain(secret.group(1));
        browser.post("/console/tokens/revoke", Map.of("name", "ci"), admin);
        assertThat(send(DRAIN_SHOP, secret.group(1))).isEqualTo(401);
        assertThat(browser.post("/console/tokens/revoke", Map.of("name", "ci"), admin)
                        .status())
                .isEqualTo(409);
        server.close();
        assertThat(Files.readString(files.lastUse())).as("written at the end").contains("\"ci\":");
    }

    @ParameterizedTest
    @CsvSource({
        "a b, viewer, 30, '', letters",
        "ci, boss, 30, '', choose the role",
        "ci, viewer, -1, '', the days",
        "ci, viewer, 99999, '', the days",
        "ci, viewer, 30, shop, only an operator",
        "ci, admin, 30, shop, only an operator",
        "ci, operator, 30, <b>none</b>, no such cluster"
    })
    void refusesWhatWillNotDo(String name, String role, String days, String cluster, String why) throws Exception {
        Map<String, String> form = Map.of("name", name, "role", role, "days", days);
        Answer refused = browser.post(
                "/console/tokens/create",
                cluster.isEmpty() ? form : Map.of("name", name, "role", role, "days", days, "cluster", cluster),
                admin);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains(why).doesNotContain("<b>none");
        assertThat(accounts.tokens()).isEmpty();
    }

    @Test
    void letsALimitedTokenChangeNodesOfItsClustersAndNothingElse() throws Exception {
        String secret = limited();
        String bearer = "Authorization: Bearer " + secret;
        assertThat(send(DRAIN_SHOP, secret)).isEqualTo(200);
        assertThat(control.commands).containsExactly("shop/vcn1 DRAIN null");
        Answer refused = browser.send("POST", DRAIN_BANK, "", bearer);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).contains("token ci is for shop only");
        assertThat(browser.send("PUT", "/api/v1/clusters/bank/nodes/vault", "{\"weight\": 2}", bearer)
                        .status())
                .isEqualTo(403);
        assertThat(send("/api/v1/clusters/bank;x=shop/nodes/vault/drain", secret))
                .isEqualTo(403);
        assertThat(browser.send("POST", DRAIN_BANK + "?cluster=shop", "", bearer)
                        .status())
                .isEqualTo(403);
        assertThat(browser.post("/console/node", Map.of("cluster", "bank", "node", "vault", "do", "drain"), bearer)
                        .status())
                .isEqualTo(403);
        assertThat(send("/api/v1/reload", secret)).isEqualTo(403);
        assertThat(browser.get("/api/v1/clusters/bank", bearer).status())
                .as("looking is not limited")
                .isEqualTo(200);
        assertThat(control.commands).hasSize(1);
    }

    @Test
    void takesUpALimitThatIsChangedInTheFile() throws Exception {
        String secret = limited();
        assertThat(send(DRAIN_SHOP, secret)).isEqualTo(200);
        String text = Files.readString(files.users());
        Files.writeString(
                files.users(), text.replaceFirst("\"clusters\" : \\[ \"shop\" ]", "\"clusters\" : [ \"gone\" ]"));
        assertThat(accounts.tokens()).extracting(Token::clusters).containsExactly(Set.of("gone"));
        assertThat(send(DRAIN_SHOP, secret)).isEqualTo(403);
        assertThat(send("/api/v1/clusters/gone/nodes/vcn1/drain", secret)).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[ ]", "[ \"\" ]", "\"shop\"", "null"})
    void readsNoLimitThatMightNotBeMeant(String clusters) throws Exception {
        String secret = limited();
        assertThat(send(DRAIN_BANK, secret)).isEqualTo(403);
        String text = Files.readString(files.users());
        Files.writeString(files.users(), text.replaceFirst("\\[ \"shop\" ]", clusters));
        assertThat(Accounts.in(files.users(), new EventLog().admin()).byToken(secret))
                .as("after a restart nobody gets in")
                .isEmpty();
        assertThat(send(DRAIN_BANK, secret)).as("what was last known").isEqualTo(403);
    }

    @Test
    void isForAdministrators() throws Exception {
        accounts.add("otto", Role.OPERATOR, PASSWORD);
        String otto = signIn("otto");
        assertThat(browser.get("/console/tokens", otto).status()).isEqualTo(403);
        Map<String, String> form = Map.of("name", "mine", "role", "admin", "days", "0");
        assertThat(browser.post("/console/tokens/create", form, otto).status()).isEqualTo(403);
        assertThat(browser.send(
                                "POST",
                                "/console/tokens/create",
                                "name=mine&role=admin&days=0",
                                "Content-Type: application/x-www-form-urlencoded",
                                admin)
                        .status())
                .as("a cookie without a word of where it comes from")
                .isEqualTo(401);
        assertThat(accounts.tokens()).isEmpty();
    }
}
