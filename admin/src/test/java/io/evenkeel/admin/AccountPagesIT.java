// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Account;
import io.evenkeel.admin.account.AccountException;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts, their sessions and passwords in the console, over HTTP. */
@QuickPasswords
class AccountPagesIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String OTHER = "another long password";
    private static final String FIREFOX = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0";

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
        server = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), new ScriptedControl(), files);
        browser = new Browser(server.url());
        admin = signIn("root", PASSWORD).cookie();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Answer signIn(String name, String password) throws IOException {
        return browser.post("/console/sign-in", Map.of("name", name, "password", password), FIREFOX);
    }

    private String session(String name, Role role) throws IOException, AccountException {
        accounts.add(name, role, PASSWORD);
        return signIn(name, PASSWORD).cookie();
    }

    private String page(String path, String cookie) throws IOException {
        return browser.get(path, "Accept: text/html", cookie).body();
    }

    private boolean isSignedIn(String cookie) throws IOException {
        return browser.get("/console", "Accept: text/html", cookie).status() == 200;
    }

    private static String found(String regex, String text) {
        Matcher matcher = Pattern.compile(regex).matcher(text);
        assertThat(matcher.find()).as(regex + " in " + text).isTrue();
        return matcher.group(1);
    }

    private String link(Answer answer) {
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.head()).contains("Cache-Control: no-store");
        return found("value=\"" + server.url() + "/console/set-up\\?key=([0-9a-f]{48})\"", answer.body());
    }

    private String audit() throws IOException {
        return Files.readString(files.audit());
    }

    @Test
    void addsAUserByALinkWithoutSeeingThePassword() throws Exception {
        String key = link(browser.post("/console/users/add", Map.of("name", "vera", "role", "viewer"), admin));
        assertThat(page("/console/users", admin))
                .contains("Links that are open", "vera")
                .doesNotContain(key);
        assertThat(page("/console/set-up?key=" + key, "Accept-Language: en"))
                .contains("Your password", "value=\"vera\"", "readonly", "The role of the account is viewer");
        // the name of the form changes nothing: the link names the account
        Answer made = browser.post(
                "/console/set-up", Map.of("key", key, "name", "root", "password", OTHER, "again", OTHER), FIREFOX);
        assertThat(made.status()).isEqualTo(303);
        assertThat(page("/console", made.cookie())).contains("vera <small>viewer</small>");
        assertThat(accounts.check("root", PASSWORD)).isPresent();
        assertThat(browser.post(
                                "/console/set-up",
                                Map.of("key", key, "name", "vera", "password", PASSWORD, "again", PASSWORD))
                        .status())
                .as("a second time")
                .isEqualTo(403);
        assertThat(page("/console/users", admin)).doesNotContain("Links that are open");
        assertThat(audit())
                .contains("\"user link\",\"subject\":\"vera (viewer)\"", "account by link")
                .doesNotContain(key)
                .doesNotContain(OTHER);
    }

    @Test
    void refusesASessionThatAnotherBrowserShows() throws Exception {
        String stolen = admin.replaceFirst("\r\n.*", "");
        assertThat(browser.get("/console", "Accept: text/html", stolen).status())
                .isEqualTo(303);
        assertThat(browser.post("/console/users/add", Map.of("name", "vera", "role", "admin"), stolen)
                        .status())
                .isEqualTo(401);
        assertThat(isSignedIn(admin)).as("the owner stays signed in").isTrue();
    }

    @Test
    void asksForThePasswordBeforeUsersAndTokensChange() throws Exception {
        // the owner of a session that was shown from elsewhere has to give the password again
        browser.get("/console", "Accept: text/html", admin.replaceFirst("\r\n.*", ""));
        Map<String, String> wish = Map.of("name", "vera", "role", "viewer");

        Answer asked = browser.post("/console/users/add", wish, admin);
        assertThat(asked.status()).isEqualTo(403);
        assertThat(asked.body()).contains("Your password, please", "action=\"/console/users/add\"");
        assertThat(page("/console/users", admin)).doesNotContain("vera");
        Map<String, String> again = PageForm.of(asked.body());
        assertThat(again).containsEntry("name", "vera").containsEntry("role", "viewer");

        again.put("own-password", "a wrong password");
        Answer wrong = browser.post("/console/users/add", again, admin);
        assertThat(wrong.status()).isEqualTo(403);
        assertThat(wrong.body()).contains("The password is wrong.").doesNotContain("a wrong password");
        again.put("own-password", PASSWORD);
        Answer done = browser.post("/console/users/add", again, admin);
        link(done);
        assertThat(done.body()).doesNotContain(PASSWORD);
        assertThat(browser.post("/console/tokens/create", Map.of("name", "ci", "role", "viewer", "days", "1"), admin)
                        .status())
                .as("given once, for ten minutes")
                .isEqualTo(200);
        assertThat(audit()).contains("password refused").doesNotContain(PASSWORD);
    }

    @Test
    void refusesABadNameAndEndsALinkThatIsNotWanted() throws Exception {
        Answer taken = browser.post("/console/users/add", Map.of("name", "root", "role", "viewer"), admin);
        assertThat(taken.status()).isEqualTo(400);
        assertThat(taken.body()).contains("already a user", "value=\"root\"");
        Answer evil =
                browser.post("/console/users/add", Map.of("name", "\"><script>x</script>", "role", "viewer"), admin);
        assertThat(evil.status()).isEqualTo(400);
        assertThat(evil.body()).doesNotContain("<script>x");
        assertThat(browser.post("/console/users/add", Map.of("name", "vera", "role", "boss"), admin)
                        .status())
                .isEqualTo(400);
        String key = link(browser.post("/console/users/add", Map.of("name", "vera", "role", "viewer"), admin));
        browser.post("/console/users/unlink", Map.of("name", "vera"), admin);
        assertThat(browser.get("/console/set-up?key=" + key).status()).isEqualTo(403);
    }

    @Test
    void showsWhoSignedInAndFromWhere() throws Exception {
        session("vera", Role.VIEWER);
        assertThat(page("/console/users", admin)).containsSubsequence("vera", "viewer", "<time", "class=\"n\">1<");
        String one = page("/console/users/user?name=vera", admin);
        assertThat(one).contains("Firefox 128 on Linux", "127.0.0.1", "Sign out everywhere");
        server.close();
        assertThat(Files.readString(files.lastUse())).contains("\"vera\":");
    }

    @Test
    void changesARoleAndEndsTheSessionsAtOnce() throws Exception {
        String vera = session("vera", Role.VIEWER);
        Answer changed = browser.post("/console/users/role", Map.of("name", "vera", "role", "operator"), admin);
        assertThat(changed.head()).contains("303", "/console/users/user?name=vera&done=role");
        assertThat(isSignedIn(vera)).isFalse();
        assertThat(accounts.find("vera")).map(Account::role).contains(Role.OPERATOR);
        assertThat(audit()).contains("\"user role\",\"subject\":\"vera (operator)\"");
    }

    @Test
    void removesAUserWhoseSessionIsDeadAtOnce() throws Exception {
        String vera = session("vera", Role.ADMIN);
        String key = link(browser.post("/console/users/add", Map.of("name", "otto", "role", "admin"), vera));
        assertThat(browser.post("/console/users/remove", Map.of("name", "vera"), admin)
                        .status())
                .isEqualTo(303);
        assertThat(isSignedIn(vera)).isFalse();
        assertThat(browser.get("/console/set-up?key=" + key).status())
                .as("a link that the removed administrator made")
                .isEqualTo(403);
        assertThat(browser.post("/console/users/remove", Map.of("name", "vera"), admin)
                        .status())
                .isEqualTo(404);
        assertThat(audit()).contains("\"user remove\",\"subject\":\"vera\"");
    }

    @Test
    void keepsTheLastAdministrator() throws Exception {
        Answer removed = browser.post("/console/users/remove", Map.of("name", "root"), admin);
        assertThat(removed.status()).isEqualTo(409);
        assertThat(removed.body()).contains("root is the last administrator");
        Answer demoted =
                browser.post("/console/users/role", Map.of("name", "root", "role", "viewer", "sure", "yes"), admin);
        assertThat(demoted.status()).isEqualTo(409);
        assertThat(isSignedIn(admin)).isTrue();
    }

    @Test
    void asksAnAdministratorWhoDemotesHimself() throws Exception {
        accounts.add("ann", Role.ADMIN, PASSWORD);
        Answer asked = browser.post("/console/users/role", Map.of("name", "root", "role", "operator"), admin);
        assertThat(asked.status()).isEqualTo(409);
        assertThat(asked.body()).contains("remove your own role admin", "Make me operator");
        assertThat(accounts.find("root")).map(Account::role).contains(Role.ADMIN);
        Answer done =
                browser.post("/console/users/role", Map.of("name", "root", "role", "operator", "sure", "yes"), admin);
        assertThat(done.head()).contains("Location: /console/sign-in");
        assertThat(accounts.find("root")).map(Account::role).contains(Role.OPERATOR);
        assertThat(isSignedIn(admin)).isFalse();
    }

    @Test
    void signsOutOneSessionOfAUserOrAll() throws Exception {
        String first = session("vera", Role.VIEWER);
        String second = signIn("vera", PASSWORD).cookie();
        String third = signIn("vera", PASSWORD).cookie();
        String handle =
                found("name=\"session\" value=\"([0-9a-f]{16})\"", page("/console/users/user?name=vera", admin));
        browser.post("/console/users/sign-out", Map.of("name", "vera", "session", handle), admin);
        assertThat(isSignedIn(first)).isFalse();
        assertThat(isSignedIn(second)).isTrue();
        browser.post("/console/users/sign-out", Map.of("name", "vera"), admin);
        assertThat(isSignedIn(second) || isSignedIn(third)).isFalse();
        assertThat(isSignedIn(admin)).as("another user's session").isTrue();
        assertThat(audit()).contains("2 sessions");
    }

    @Test
    void renewsAForgottenPasswordByALink() throws Exception {
        String vera = session("vera", Role.VIEWER);
        String key = link(browser.post("/console/users/link", Map.of("name", "vera"), admin));
        assertThat(isSignedIn(vera)).as("until the link is used").isTrue();
        Answer set = browser.post("/console/set-up", Map.of("key", key, "password", OTHER, "again", OTHER));
        assertThat(set.status()).isEqualTo(303);
        assertThat(isSignedIn(vera)).isFalse();
        assertThat(isSignedIn(set.cookie())).isTrue();
        assertThat(accounts.check("vera", OTHER)).isPresent();
    }

    @Test
    void changesTheOwnPasswordAndEndsEveryOtherSession() throws Exception {
        String here = session("vera", Role.VIEWER);
        String elsewhere = signIn("vera", PASSWORD).cookie();
        Answer changed = browser.post(
                "/console/account/password", Map.of("old", PASSWORD, "password", OTHER, "again", OTHER), here, FIREFOX);
        assertThat(changed.head()).contains("303", "/console/account?done=password");
        assertThat(isSignedIn(changed.cookie())).isTrue();
        assertThat(isSignedIn(here)).as("the id before the change").isFalse();
        assertThat(isSignedIn(elsewhere)).isFalse();
        assertThat(audit()).contains("\"user passwd\",\"subject\":\"vera\"").doesNotContain(OTHER);
    }

    @ParameterizedTest
    @CsvSource({
        "wrong old password,  another long password, another long password, 403, present password is wrong",
        "correct horse battery, another long password, a third long password, 400, passwords differ",
        "correct horse battery, short, short, 400, 10 to 256"
    })
    void leavesThePasswordAsItIs(String old, String password, String again, int status, String why) throws Exception {
        String vera = session("vera", Role.VIEWER);
        Answer refused = browser.post(
                "/console/account/password", Map.of("old", old, "password", password, "again", again), vera);
        assertThat(refused.status()).isEqualTo(status);
        assertThat(refused.body()).contains(why).doesNotContain(old).doesNotContain(password);
        assertThat(isSignedIn(vera)).isTrue();
        assertThat(accounts.check("vera", PASSWORD)).isPresent();
    }

    @Test
    void looksAtFiveWrongOldPasswordsOnly() throws Exception {
        String vera = session("vera", Role.VIEWER);
        Map<String, String> wrong = Map.of("old", "wrong", "password", OTHER, "again", OTHER);
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(browser.post("/console/account/password", wrong, vera).status())
                    .isEqualTo(403);
        }
        Answer right = browser.post(
                "/console/account/password", Map.of("old", PASSWORD, "password", OTHER, "again", OTHER), vera);
        assertThat(right.status()).isEqualTo(429);
        assertThat(right.head()).contains("Retry-After: 30");
        assertThat(audit()).contains("password change refused");
    }

    @Test
    void showsTheOwnSessionsAndEndsThem() throws Exception {
        String here = session("vera", Role.VIEWER);
        String second = signIn("vera", PASSWORD).cookie();
        String page = page("/console/account", here);
        assertThat(page).contains("this one", "Firefox 128 on Linux", "Sign out everywhere else");
        String others = found("name=\"session\" value=\"([0-9a-f]{16})\"", page);
        assertThat(browser.post("/console/account/sign-out", Map.of("session", others), second)
                        .status())
                .as("the session one is in")
                .isEqualTo(409);
        browser.post("/console/account/sign-out", Map.of("session", others), here);
        assertThat(isSignedIn(second)).isFalse();
        String third = signIn("vera", PASSWORD).cookie();
        browser.post("/console/account/sign-out", Map.of(), here);
        assertThat(isSignedIn(third)).isFalse();
        assertThat(isSignedIn(here)).isTrue();
        assertThat(isSignedIn(admin)).isTrue();
    }

    @Test
    void endsNobodyElsesSession() throws Exception {
        String vera = session("vera", Role.VIEWER);
        String handle =
                found("name=\"session\" value=\"([0-9a-f]{16})\"", page("/console/users/user?name=root", admin));
        browser.post("/console/account/sign-out", Map.of("session", handle), vera);
        assertThat(isSignedIn(admin)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "link", "unlink", "role", "sign-out", "remove"})
    void isForAdministratorsFromThisVerySiteOnly(String what) throws Exception {
        Map<String, String> form = Map.of("name", "vera", "role", "admin");
        String vera = session("vera", Role.VIEWER);
        String otto = session("otto", Role.OPERATOR);
        for (String cookie : new String[] {vera, otto}) {
            assertThat(browser.get("/console/users", cookie).status()).isEqualTo(403);
            assertThat(browser.get("/console/users/user?name=vera", cookie).status())
                    .isEqualTo(403);
            assertThat(browser.post("/console/users/" + what, form, cookie).status())
                    .isEqualTo(403);
            assertThat(page("/console", cookie)).doesNotContain("/console/users");
        }
        String body = "name=vera&role=admin";
        String type = "Content-Type: application/x-www-form-urlencoded";
        assertThat(browser.send("POST", "/console/users/" + what, body, type, admin)
                        .status())
                .as("a cookie without a word of where it comes from")
                .isEqualTo(401);
        assertThat(browser.send("POST", "/console/users/" + what, body, type, admin, "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(accounts.find("vera")).map(Account::role).contains(Role.VIEWER);
        assertThat(isSignedIn(vera)).isTrue();
    }

    @Test
    void hasNoAccountForTokens() throws Exception {
        String token = "Authorization: Bearer " + accounts.createToken("ci", Role.ADMIN, Long.MAX_VALUE);
        assertThat(browser.get("/console/account", "Accept: text/html", token).body())
                .contains("token ci has no account");
        assertThat(browser.post("/console/account/sign-out", Map.of(), token).status())
                .isEqualTo(403);
    }
}
