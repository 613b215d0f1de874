// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.listener.Argon2Hash;
import io.evenkeel.config.listener.BasicSettings;
import io.evenkeel.config.listener.CanarySettings;
import io.evenkeel.config.listener.HeaderSettings;
import io.evenkeel.config.listener.JwtSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.PathSettings;
import io.evenkeel.config.listener.RedirectSettings;
import io.evenkeel.config.listener.RuleSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of listeners and routes in files. */
class RuleSettingsTest {

    private static final String BCRYPT = "$2b$10$abcdefghijklmnopqrstuuIPiNSdYbdh6IH3uSCD970KZA2VG5vl6";

    @TempDir
    private Path folder;

    private static String yaml(String listener) {
        return "listeners: [{address: 127.0.0.1:9090, " + listener + "}]\n"
                + "clusters: {shop: {nodes: [127.0.0.1:18080]}, next: {nodes: [127.0.0.1:18081]}}\n";
    }

    private static String route(String keys) {
        return yaml("routes: [{path: /app, cluster: shop, " + keys + "}, {path: /n, cluster: next}]");
    }

    private ListenerSettings listener(String yaml) throws Exception {
        Path file = Files.writeString(folder.resolve("a.yaml"), yaml);
        return SettingsFile.open(file).load().listeners().get(0);
    }

    private RuleSettings rules(String keys) throws Exception {
        return listener(route(keys)).routes().get(0).rules();
    }

    @Test
    void thereAreNoneByDefault() throws Exception {
        ListenerSettings listener = listener(route("host: h"));

        assertThat(listener.rules()).isEqualTo(RuleSettings.NONE);
        assertThat(listener.routes().get(0).rules()).isEqualTo(RuleSettings.NONE);
    }

    @Test
    void fieldsOfARouteAreRead() throws Exception {
        HeaderSettings headers = rules("headers: {request: {set: {X-Env: prod}, add: {X-A: a}, remove: [X-Debug]},"
                        + " response: {set: {X-B: b}, add: {Vary: X-C}, remove: [Server], always: true}}")
                .headers();

        assertThat(headers)
                .isEqualTo(new HeaderSettings(
                        List.of("X-Debug"),
                        List.of("Server"),
                        Map.of("X-Env", "prod"),
                        Map.of("X-B", "b"),
                        Map.of("X-A", "a"),
                        Map.of("Vary", "X-C"),
                        true));
    }

    @Test
    void aListenerMayOnlyRedirect() throws Exception {
        ListenerSettings listener = listener(yaml("redirect: https, deny: 10.0.0.0/8"));

        assertThat(listener.routes()).isEmpty();
        assertThat(listener.rules().redirect()).isEqualTo(new RedirectSettings("https", 307, List.of(), null));
        assertThat(listener.rules().access().deny()).hasSize(1);
    }

    @Test
    void pathsAreChangedAndSomeGoElsewhere() throws Exception {
        RuleSettings rules = rules("strip-prefix: /app, add-prefix: /v2, canary: {cluster: next, share: 5%, "
                + "header: X-Canary, cookie: canary=1}, allow: [10.0.0.0/8, '::1']");

        assertThat(rules.path()).isEqualTo(new PathSettings("/app", "/v2"));
        assertThat(rules.canary()).isEqualTo(new CanarySettings("next", 0.05, "X-Canary", "canary=1"));
        assertThat(rules.access().allow()).hasSize(2);
    }

    @Test
    void pagesAreRead() throws Exception {
        Files.writeString(folder.resolve("busy.html"), "<p>busy</p>");

        assertThat(rules("error-pages: {503: busy.html, 4xx: busy.html}").errorPages())
                .isEqualTo(Map.of("503", "<p>busy</p>", "4xx", "<p>busy</p>"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            strip-prefix: /other                             | the paths of this route do not begin with '/other'
            strip-prefix: /ap                                | the paths of this route do not begin with '/ap'
            headers: {request: {add: {X-A: a, x_a: b}}}      | 'x_a' is added twice, as 'X-A' before
            redirect: https://new.example.org                | no request of this route goes to a cluster, because 'redirect' answers them
            canary: {cluster: next, header: 'a b'}           | 'a b' is no header
            canary: {cluster: next, cookie: 'a=b;c'}         | 'a=b;c' is no cookie
            canary: {cluster: nxt, share: 1%}                | there is no cluster 'nxt'
            error-pages: {503: none.html}                    | page none.html: there is no such file
            """)
    void whatCannotWorkIsAnError(String keys, String message) {
        assertThat(SettingsFile.of(route(keys), "a.yaml").check())
                .extracting(Problem::message)
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            headers: {request: {add: {Content-Length: 1}}}        | 'Content-Length' cannot be set
            headers: {request: {add: {Transfer_Encoding: chunked}}} | 'Transfer_Encoding' cannot be set
            headers: {request: {set: {Host: a}}}                  | 'Host' cannot be set
            headers: {response: {add: {Connection: close}}}       | 'Connection' cannot be set
            headers: {request: {remove: [TE]}}                    | 'TE' cannot be removed
            headers: {request: {remove: [X-Forwarded-For]}}       | 'X-Forwarded-For' cannot be removed
            headers: {request: {add: {X-A: "a\\r\\nX-B: b"}}}     | must be the value of a field
            headers: {request: {add: {X-A: "a\\0"}}}              | must be the value of a field
            headers: {request: {add: {"X-A: b\\r\\nX-B": b}}}     | field
            headers: {request: {set: {":path": b}}}               | field
            redirect: //evil.org                                  | must be https, a URL
            redirect: "{path}"                                    | must be https, a URL
            redirect: "/{path}"                                   | must be https, a URL
            redirect: "/\\\\evil.org"                             | must be https, a URL
            redirect: "https://a b"                               | must be https, a URL
            redirect: "javascript:alert(1)"                       | must be https, a URL
            redirect: "https://{host}{path}"                      | '{host}' is what a client says
            redirect: {to: https, status: 200}                    | must be one of 301, 302
            strip-prefix: /app/                                   | must be a path such as /app
            add-prefix: /v2/../x                                  | must be a path such as /app
            add-prefix: "/%2e%2e"                                 | must be a path such as /app
            """)
    void hostileValuesAreRefusedWithAReason(String keys, String message) {
        assertThat(SettingsFile.of(route(keys), "a.yaml").check())
                .extracting(Problem::message)
                .anyMatch(each -> each.contains(message));
    }

    @Test
    void aRouteNeedsAClusterOrARedirect() {
        assertThat(SettingsFile.of(yaml("routes: [{path: /a}]"), "a.yaml").check())
                .extracting(Problem::message)
                .contains("'cluster' is missing from this route");
    }

    @Test
    void aTcpListenerKnowsNoRedirect() {
        assertThat(SettingsFile.of(yaml("protocol: tcp, cluster: shop, redirect: https"), "a.yaml")
                        .check())
                .extracting(Problem::message)
                .contains("a tcp listener knows no HTTP, so 'redirect' cannot work there");
    }

    @Test
    void protectionUnderRawPathsIsDoubtful() {
        String yaml = route("deny: 10.0.0.0/8").replace("routes:", "paths: raw, routes:");

        assertThat(SettingsFile.of(yaml, "a.yaml").check())
                .extracting(Problem::message)
                .contains("other spellings of this path can pass, because of paths: raw");
    }

    @Test
    void usersAndKeysAreRead() throws Exception {
        Files.writeString(folder.resolve("users"), "# ours\nann:" + BCRYPT + "\n\n");
        Files.copy(Path.of("../examples/config/pages/issuer.pem"), folder.resolve("keys"));

        assertThat(rules("basic-auth: users").basic())
                .isEqualTo(new BasicSettings("restricted", Map.of("ann", BCRYPT)));
        assertThat(String.valueOf(rules("basic-auth: users").basic())).doesNotContain("$2b$");
        JwtSettings jwt = Objects.requireNonNull(
                rules("jwt: {keys: keys, issuer: i, claims: {X-User: sub}}").jwt());
        assertThat(jwt.keys()).contains("\"kty\":\"RSA\"");
        assertThat(jwt.algorithms()).containsExactly("RS256", "ES256");
        assertThat(jwt.skew()).hasSeconds(60);
        assertThat(jwt.claims()).isEqualTo(Map.of("X-User", "sub"));
    }

    @Test
    void theRecommendedHashOfArgon2IsRead() throws Exception {
        String hash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$AAAAAA";
        Files.writeString(folder.resolve("users"), "ann:" + hash + "\nbob:" + BCRYPT + "\n");

        BasicSettings basic = Objects.requireNonNull(rules("basic-auth: users").basic());

        assertThat(basic.users()).isEqualTo(Map.of("ann", hash, "bob", BCRYPT));
        assertThat(basic.memoryKib()).isEqualTo(19_456);
        assertThat(String.valueOf(Argon2Hash.of(hash))).isEqualTo("Argon2Hash[id, m=19456, t=2, p=1]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ann                      | line 1 is not name:hash
            ann:secret               | line 1: the hash is neither bcrypt (htpasswd -B) nor Argon2
            ann:$apr1$x$y            | line 1: the hash is neither bcrypt (htpasswd -B) nor Argon2
            ann:$2y$20$abcdefghijklmnopqrstuuIPiNSdYbdh6IH3uSCD970KZA2VG5vl6 | line 1: the hash costs too much to check; use a cost of 14 at most
            ann:$argon2id$v=19$m=19457,t=2,p=1$c2FsdHNhbHQ$AAAAAA | line 1: a check of the hash takes 19457 KiB of memory; make one with 19456 KiB at most (argon2 SALT -id -k 19456 -t 2 -p 1 -e)
            ann:$argon2id$v=19$m=19456,t=17,p=1$c2FsdHNhbHQ$AAAAAA | line 1: the hash costs too much to check; use 16 passes at most
            # nobody                 | it has no user
            """)
    void anUnusableFileOfUsersIsAnError(String line, String message) throws Exception {
        Files.writeString(folder.resolve("users"), line + "\n");
        Path file = Files.writeString(folder.resolve("a.yaml"), route("basic-auth: users"));

        assertThat(SettingsFile.open(file).check()).extracting(Problem::message).contains("users users: " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"keys":[{"kty":"oct","k":"c2VjcmV0"}]}        | it has no public key, RSA or EC
            {"keys":"none"}                                | it is no JSON Web Key Set
            nothing                                        | it has no public key, RSA or EC
            """)
    void anUnusableFileOfKeysIsAnError(String text, String message) throws Exception {
        Files.writeString(folder.resolve("keys"), text);
        Path file = Files.writeString(folder.resolve("a.yaml"), route("jwt: {keys: keys}"));

        assertThat(SettingsFile.open(file).check()).extracting(Problem::message).contains("keys keys: " + message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            jwt: {keys: k, algorithms: none}               | 'algorithms' must be one of RS256
            jwt: {keys: k, algorithms: [RS256, HS256]}     | 'algorithms' must be one of RS256
            jwt: {keys: k, claims: {Host: sub}}            | 'Host' cannot be set
            jwt: {keys: k}, basic-auth: u                  | a client can show either a password or a token
            """)
    void weakLoginsAreRefused(String keys, String message) {
        assertThat(SettingsFile.of(route(keys), "a.yaml").check())
                .extracting(Problem::message)
                .anyMatch(each -> each.contains(message));
    }
}
