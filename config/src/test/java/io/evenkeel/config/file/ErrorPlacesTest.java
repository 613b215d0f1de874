// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every kind of error stands under the wrong word. The word is marked with «guillemets», which are not part of the
 * text.
 */
class ErrorPlacesTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("PORT", "8080", "WORD", "many", "EMPTY", "");

    private static final String LISTENERS = "listeners: [{name: web, address: 127.0.0.1:9090, cluster: shop}]\n";
    private static final String CLUSTERS = "clusters: {shop: {nodes: [127.0.0.1:18080]}}\n";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            «helth»: 1                                 | unknown key "helth"                                  | did you mean "health"?
            «zzzzzz»: 1                                | unknown key "zzzzzz"                                 | keys here: policy, assign
            retry: {attempts: «many»}                  | "attempts" must be a whole number from 0 to 100      |
            retry: {attempts: «"2"»}                   | "attempts" must be a whole number from 0 to 100      | remove the quotes
            retry: {attempts: «-1»}                    | "attempts" must be a whole number from 0 to 100      |
            retry: {attempts: 1, «attempts»: 2}        | key "attempts" is given twice                        | first given on line 4
            retry: {«attempts:3»}                      | unknown key "attempts:3"                             | write a space after "attempts:"
            retry: {«budgets»: 1}                      | unknown key "budgets"                                | did you mean "budget"?
            retry: {budget: «120%»}                    | "budget" must be a share such as 20% or 0.2          |
            retry: {budget: «1.5»}                     | "budget" must be a share such as 20% or 0.2          |
            retry: «2»                                 | "retry" must be a section of keys, not "2"           | keys here: attempts, budget
            retry: «[»1]                               | "retry" must be a section of keys, not a list        | keys here: attempts, budget
            «retry»:                                   | "retry" has no value                                 | give it one
            queue: {timeout: «5»}                      | "timeout" must be a time above 0                     | did you mean "5s"?
            queue: {timeout: «0s»}                     | "timeout" must be a time above 0                     |
            queue: {timeout: «5 sec»}                  | "timeout" must be a time above 0                     |
            queue: {timeout: «[»1s]}                   | "timeout" must be a time above 0                     |
            assign: «requests»                         | "assign" must be one of request, connection          | did you mean "request"?
            «health»: {interval: 2s}                   | "health" needs a "path", a "grpc" service, or tcp: true |
            health: {path: /, «tcp»: true}             | give either "path" or tcp: true, not both            |
            health: {path: «health»}                   | "path" must be a path that begins with /             | did you mean "/health"?
            health: {path: /, status: «399-200»}       | the range of statuses is empty                       | write the lower status first
            health: {tcp: «yes»}                       | "tcp" must be true or false                          |
            ejection: {max-share: «all»}               | "max-share" must be a share                          |
            ejection: {base: 10m, max: «10s»}          | "base" is longer than "max"                          |
            affinity: «cookies»                        | "mode" must be one of none, cookie, jvm-route        | did you mean "cookie"?
            affinity: {mode: «cookies»}                | "mode" must be one of none, cookie, jvm-route        | did you mean "cookie"?
            affinity: {«strict»: true}                 | "strict" does nothing without a "mode"               | add mode: cookie
            affinity: {cookie: SID, «name»: NODE}      | "name" does nothing without a "mode"                 | add mode: cookie
            affinity: {mode: cookie, name: «JSESSIONID»} | the dispatcher's cookie has the name of the          | give "name" another name
            affinity: {mode: cookie, name: «evenkeel-x»} | "name" must be the name of a cookie                |
            affinity: {mode: cookie, same-site: «none»} | browsers drop a cookie with SameSite=None            | add "secure: always"
            affinity: {mode: cookie, name: «__Host-e»} | browsers drop "__Host-e" unless it is Secure         | add "secure: always"
            affinity: {mode: cookie, age: «500ms»}     | "age" is less than a minute                          |
            affinity: {mode: cookie, domain: «"*.a.org"»} | browsers drop a cookie whose domain has an asterisk | write "a.org"
            affinity: {mode: cookie, response-time: «EVENKEEL»} | the cookie of the response time has the name | give "response-time" another name
            affinity: {response-time: «JSESSIONID»}    | the dispatcher's cookie has the name of the          | give "response-time" another name
            affinity: {response-time: «a b»}           | "response-time" must be the name of a cookie         |
            affinity: {response-time: T, same-site: «none»} | browsers drop a cookie with SameSite=None       | add "secure: always"
            affinity: {«path»: /a}                     | "path" does nothing without a "mode"                 | add mode: cookie
            affinity: {mode: cookie, «store»: valkey://a} | affinity "cookie" has nothing to keep in a store  | use "mode: learned"
            affinity: {«store»: valkey://a}            | affinity "none" has nothing to keep in a store       | use "mode: learned"
            affinity: {mode: learned, «store»: {timeout: 20ms}} | "url" is missing from store                 |
            affinity: {mode: learned, store: «a:6379»} | "url" must be a URL such as valkey://10.0.0.9:6379/0 |
            affinity: {mode: learned, store: «http://a»} | "url" must be a URL such as valkey://10.0.0.9:6379/0 |
            affinity: {mode: learned, store: «valkey://u:p@a»} | "user" and "password" are keys of their own   |
            affinity: {mode: learned, store: «valkey://a:99999/1»} | "url" has no port from 1 to 65535         |
            affinity: {mode: learned, store: {url: valkey://a, «user»: u}} | "user" needs a "password"         |
            affinity: {mode: learned, store: {url: valkey://a, timeout: «2s»}} | "timeout" is not from 1ms to 1s | the first request
            affinity: {mode: cookie, age: «401d»}      | browsers keep no cookie longer than 400 days         | use at most 400d
            policy: «headrom»                          | there is no policy "headrom"                         | did you mean "headroom"?
            policy: {name: «headrom»}                  | there is no policy "headrom"                         | did you mean "headroom"?
            policy: {name: round-robin, «speed»: 3}    | policy "round-robin" has no parameter "speed"        | it has none
            policy: {name: fastest-response, «windo»: 1s} | policy "fastest-response" has no parameter "windo" | did you mean "window"?
            policy: {name: headroom, answers: «relative»} | "answers: relative" compares answers within classes     | add request-classes: 1
            policy: {name: headroom, answers: «relativ»} | "answers" must be one of plain, relative              | did you mean "relative"?
            policy: «service-partition»                | policy "service-partition" needs nodes that are for services | add services:
            services: [{name: «video»}]                | service "video" has no rule that tells its requests  | give it a path, a suffix, or both
            services: [{name: «other», path: /o}]      | "other" means the requests that no rule fits         | give the service another name
            services: [{name: a, path: «video»}]       | "path" must be a path that begins with /             | did you mean "/video"?
            request-classes: «4»                       | "request-classes" must be a whole number from 1 to 3 |
            policy: {name: fastest-response, window: «20%»} | "window" must be a time with its unit            |
            policy: {name: fastest-response, window: «9000d»} | "window" must be from                         |
            policy: {name: fastest-response, window: «soon»} | "window" must be a time with its unit |
            policy: {name: least-loaded, feedback: «as-report»} | "feedback" must be one of as-reported, compensated | did you mean "as-reported"?
            policy: {name: least-loaded, feedback: «1»} | "feedback" must be one of as-reported             | whether the tasks sent
            policy: {name: «jqostd-v1»}                | policy "jqostd-v1" works on what agents report       | add agent:
            agent: {token: «"${env:NOPE}"»}            | environment variable NOPE is not set                 | set it, or give a default
            agent: {token: «"${file:/no/such}"»}       | file /no/such cannot be read                         |
            agent: {token: «"${NOPE}"»}                | "${NOPE}" is not understood                          | write ${env:NAME}
            agent: {token: «"a${env:NOPE"»}            | "${env:NOPE" has no closing brace                    | write $$
            agent: {token: «"${env:EMPTY}"»}           | "token" must be a text that is not empty             |
            agent: {token: «true»}                     | "token" must be a text that is not empty             | put it in quotes
            agent: {retry: «500ms»}                    | "retry" is shorter than "interval"                   | a node that does not answer
            agent: {port: «0»}                         | "port" must be a whole number from 1 to 65535        |
            agent: {token: «"a b"»}                    | "token" has characters                               | use letters
            agent: {secret: «short»}                   | "secret" has less than 16 characters                 | openssl rand
            agent: {register: «true»}                  | anybody could register a node                    | give a "token" or a "secret"
            queue: {size: «"${env:WORD}"»}             | "size" must be a whole number                        |
            pool: {idle: «*»nothing}                   | unknown alias *nothing                               |
            """)
    void insideACluster(String marked, String message, @Nullable String hint) {
        String yaml = LISTENERS + "clusters:\n  shop:\n    " + marked + "\n    nodes: [127.0.0.1:18080]\n";
        assertProblem(yaml, message, hint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            «127.0.0.1»                                | "address" must be an address host:port               |
            «127.0.0.1:0»                              | a node cannot have port 0                            | write the port
            '«":8080"»'                                    | a node needs a host                                  | did you mean "127.0.0.1:8080"?
            «127.0.0.1:70000»                          | "address": port 70000 is above 65535                 |
            '127.0.0.1:80, «127.0.0.1:80»'             | two nodes of this cluster are named "127.0.0.1:80"   | the first is on line 2
            '{name: a, address: h:1}, {name: «a», address: h:2}' | two nodes of this cluster are named "a"    | the first is on line 2
            '{name: 8yn0iYCKYHlIj4-BwPqk, address: h:1}, {name: «GReLUrM4wMqfg9yzV3KQ», address: h:2}' | nodes "8yn0iYCKYHlIj4-BwPqk" and "GReLUrM4wMqfg9yzV3KQ" cannot be told apart, because their names have the same hash | rename one of them
            '{address: h:1, weight: «0»}'              | "weight" must be a number above 0                    |
            '{address: h:1, weight: «.nan»}'           | "weight" must be a number above 0                    |
            '{address: h:1, weight: «1e9»}'            | "weight" must be a number above 0                    |
            '{address: h:1, serves: «video»}'          | there is no service "video"                          | add services:
            '{address: h:1, max-in-flight: «0»}'       | "max-in-flight" must be a whole number               |
            '{address: h:1, max-in-flight: «unlimitd»}' | "max-in-flight" must be a whole number              | did you mean "unlimited"?
            '{name: «a b», address: h:1}'              | "name" must be a name of letters                     |
            '«{»name: a}'                              | "address" is missing from node                       |
            '{address: «"h:${env:WORD}"»}'             | "address" must be an address host:port               |
            """)
    void insideNodes(String marked, String message, @Nullable String hint) {
        assertProblem(LISTENERS + "clusters: {shop: {nodes: [" + marked + "]}}\n", message, hint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            '{address: h:1, cluster: «shopp»}'         | there is no cluster "shopp"                          | did you mean "shop"?
            '{address: h:1, cluster: «elsewhere»}'     | there is no cluster "elsewhere"                      | there are shop
            '«{»address: h:1}'                         | a listener needs a "cluster", or "routes" to several |
            '{address: h:1, cluster: shop, «routes»: [{cluster: shop}]}' | give either "cluster" or "routes", not both |
            '{address: h:1, routes: [{path: /a, cluster: «shp»}]}' | there is no cluster "shp"                | did you mean "shop"?
            '{address: h:1, «routes»: []}'             | "routes" must have at least one entry                |
            '{address: h:1, protocol: «htp», cluster: shop}' | "protocol" must be one of http, tcp            | did you mean "http"?
            '{address: h:1, protocol: tcp, «routes»: [{cluster: shop}]}' | a tcp listener cannot route | use cluster: NAME
            '{address: h:1, cluster: shop}, {address: «h:1», cluster: shop}' | address h:1 is taken by listener "h:1" |
            '{address: h:1, cluster: shop}, {address: «":1"», cluster: shop}' | address 0.0.0.0:1 is taken by      |
            '{address: h:0, cluster: shop}, {address: «h:0», cluster: shop}' | two listeners are named "h:0"     | give them names
            '{name: a, address: h:1, cluster: shop}, {name: «a», address: h:2, cluster: shop}' | two listeners are named "a" | the first is on line 1
            '{address: h:1, cluster: shop, trusted: [«ten»]}' | "trusted" must be a network                   |
            '{address: h:1, cluster: shop, trusted: [«10.0.0.0/33»]}' | "trusted": the prefix of             |
            '{address: h:1, cluster: shop, trusted: «all»}' | "trusted" must be a list, not "all"             | write trusted: [
            '{address: h:1, cluster: shop, trusted-fields: [«x-forwarded-fro»]}' | "trusted-fields" must be one of | did you mean "x-forwarded-for"?
            '{address: h:1, cluster: shop, headers: {request: {remove: [«Host»]}}}' | "remove": "Host" cannot be removed, because |
            '{address: h:1, cluster: shop, headers: {response: {remove: [«x_forwarded_for»]}}}' | "remove": "x_forwarded_for" cannot be |
            '{address: h:1, cluster: shop, headers: {request: {set: {«Host»: a}}}}' | "Host" cannot be set, because the dispatcher |
            '{address: h:1, cluster: shop, headers: {response: {set: {«Set-Cookie»: a=b}}}}' | "Set-Cookie" cannot be set, because one value |
            '{address: h:1, cluster: shop, headers: {response: {set: {«"X Y"»: a}}}}' | "X Y" must be the name of a field |
            '{address: h:1, cluster: shop, headers: {response: {set: {X-Y: «"a\\nX: b"»}}}}' | "X-Y" must be the value of a field |
            '{address: h:1, cluster: shop, headers: {response: {set: {X-Y: a, «x_y»: b}}}}' | "x_y" is set twice, as "X-Y" before | leave one out
            '{address: h:1, cluster: shop, headers: {request: {remove: [«"a b"»]}}}' | "remove" must be the name of a field |
            '{address: h:1, cluster: shop, paths: «loose»}' | "paths" must be one of strict, raw |
            '{address: h:1, cluster: shop, limits: {head: «64kX»}}' | "head" must be a size                   |
            '{address: h:1, cluster: shop, limits: {head: «1GB»}}' | "head": "1GB" is out of range            |
            '{address: h:1, cluster: shop, limits: {head: «1»}}' | "head" must be a size                      |
            """)
    void insideListeners(String marked, String message, @Nullable String hint) {
        assertProblem("listeners: [" + marked + "]\n" + CLUSTERS, message, hint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            'version: «2»'                             | "version" must be 1                                  |
            '«listener»: 1'                            | unknown key "listener"                               | did you mean "listeners"?
            'admin: {address: «127.0.0.1:9090»}'       | address 127.0.0.1:9090 is taken by listener "web"    |
            'log: {level: «verbose»}'                  | "level" must be one of trace, debug, info            |
            'log: {file: «/no/such/directory/log»}'    | log file /no/such/directory/log cannot be written: there is no directory |
            'log: {access: {format: «xml»}}'           | "format" must be one of combined, json, haproxy      |
            'log: {access: «of»}'                      | "format" must be one of combined, json, haproxy      |
            'engine: {transport: «uring»}'             | "transport" must be one of auto, epoll, io_uring, nio |
            'engine: {drain: «forever»}'               | "drain" must be a time with its unit                 |
            'engine: {loops: «0x2»}'                   | "loops" must be a whole number                       |
            '«-»--'                                    | a second document begins here                        | keep one document
            """)
    void atTheTop(String marked, String message, @Nullable String hint) {
        assertProblem(LISTENERS + CLUSTERS + marked + "\n", message, hint);
    }

    @Test
    void aNodeServesWhatRulesTell() {
        String rules = "services: [{name: video, path: /v}, {name: images, suffix: .png}]";
        assertProblem(
                LISTENERS + "clusters: {shop: {" + rules + ", nodes: [{address: h:1, serves: [images, «vide»]}]}}\n",
                "there is no service \"vide\"",
                "did you mean \"video\"?");
        assertProblem("""
                listeners: [{name: db, address: h:1, protocol: tcp, cluster: shop}]
                clusters: {shop: {«services»: [{name: video, path: /v}], nodes: [h:2]}}
                """, "\"services\" needs the paths of HTTP requests, and listener \"db\" is tcp", "remove");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            uri-hash     | policy "uri-hash" needs HTTP requests, and listener "db" is tcp
            least-loaded | policy "least-loaded" needs agents, and listener "db" is tcp
            """)
    void aTcpListenerRefusesAPolicyThatSeesNothingThere(String policy, String message) {
        assertProblem(
                "listeners: [{name: db, address: h:1, protocol: tcp, cluster: shop}]\n" + "clusters: {shop: {policy: «"
                        + policy + "», agent: {path: /a}, nodes: [h:2]}}\n",
                message,
                "a tcp listener takes a policy that needs neither, such as least-connections");
    }

    @Test
    void brokenYamlIsAProblemLikeAnyOther() {
        assertProblem(
                "listeners:\n\t«»- a\n".replace("\t«»", "«\t»"), "not valid YAML", "indent with spaces, not tabs");
        assertProblem(
                "listeners:\n  - address: h:1\n     cluster«:» shop\n", "mapping values are not allowed", "indented");
        assertProblem(LISTENERS + "clusters: {a: {nodes: [h:1]}\n«»", "expected ',' or '}'", "it begins on line 2");
        assertProblem("«»", "the file is empty", "it needs listeners and clusters");
        assertProblem("«just words»", "the file must be a section of keys", "keys here: version, listeners");
        assertProblem("listeners: " + "[".repeat(32) + "«[»" + "[".repeat(5000), "nested too deeply", null);
        assertProblem("«{»clusters: {a: {nodes: [h:1]}}}", "\"listeners\" is missing from file", null);
        assertProblem(LISTENERS + "«clusters»: {}", "\"clusters\" must have at least one entry", null);
        assertProblem(LISTENERS + "clusters: {«a b»: {nodes: [h:1]}}", "\"a b\" must be a name", null);
        assertProblem(LISTENERS + "clusters: {«shop»:}", "\"shop\" has no value", null);
    }

    @Test
    void allErrorsAreListedInTheOrderOfTheFile() {
        List<Problem> problems = problems(
                "vision: 1\nlisteners: [{adress: h:1, address: h:1, cluster: shp}]\nclusters: {shop: {nodes: []}}\n");
        assertThat(problems)
                .extracting(p -> p.line() + ":" + p.column() + " " + p.message())
                .containsExactly(
                        "1:1 unknown key 'vision'",
                        "2:14 unknown key 'adress'",
                        "2:50 there is no cluster 'shp'",
                        "3:12 no listener uses cluster 'shop'",
                        "3:19 'nodes' must have at least one entry");
    }

    @Test
    void aProblemShowsItsLineWithACaretUnderTheWord() {
        String yaml = LISTENERS + "clusters:\n  shop:\n    nodes:\n    - address: h:1\n      wieght: 3\n";
        assertThat(problems(yaml)).singleElement().extracting(Problem::render).isEqualTo("""
                        error: unknown key 'wieght'
                          --> test.yaml:6:7
                          |
                        6 |       wieght: 3
                          |       ^^^^^^ did you mean 'weight'?""");
        assertThat(problems(yaml).get(0))
                .hasToString("test.yaml:6:7: error: unknown key 'wieght'; did you mean 'weight'?");
    }

    @Test
    void aLongLineIsCutAroundTheWord() {
        String yaml = LISTENERS.stripTrailing() + " ".repeat(200) + "# end\n" + CLUSTERS;
        String wide =
                "{\"listeners\": [], " + " ".repeat(300) + "\"wrong\": 1," + " ".repeat(300) + "\"clusters\": {}}";
        assertThat(problems(yaml)).isEmpty();
        String rendered = problems(wide).stream()
                .filter(problem -> problem.message().contains("wrong"))
                .findFirst()
                .orElseThrow()
                .render();
        List<String> lines = rendered.lines().toList();
        assertThat(lines.get(3)).hasSizeLessThan(130);
        int caret = lines.get(4).indexOf("^^^^^^^");
        assertThat(lines.get(3).substring(caret)).startsWith("\"wrong\"");
    }

    @Test
    void aMissingFileIsAProblemWithoutALine() {
        SettingsFile file = SettingsFile.open(Path.of("/no/such/evenkeel.yaml"));
        SettingsException e = catchThrowableOfType(SettingsException.class, file::load);
        assertThat(e.render()).isEqualTo("""
                error: there is no such file
                  --> /no/such/evenkeel.yaml
                1 problem (1 error, 0 warnings)""");
        assertThat(file.check()).isEqualTo(e.problems());
    }

    /** In ISO 8859-1 an é is the octet 0xE9 alone. */
    @Test
    void aFileThatIsNotUtf8SaysWhere(@TempDir Path folder) throws IOException {
        Path path = Files.write(
                folder.resolve("old.yaml"),
                ("# first\r\n# a café\r\n" + LISTENERS).getBytes(StandardCharsets.ISO_8859_1));
        SettingsFile file = SettingsFile.open(path);
        SettingsException e = catchThrowableOfType(SettingsException.class, file::load);

        assertThat(e.render()).isEqualTo("""
                error: this is not UTF-8: a character that begins with the byte 0xE9
                  --> %s:2:8
                  |
                2 | # a caf\uFFFD
                  |        ^ save the file as UTF-8
                1 problem (1 error, 0 warnings)""".formatted(path));
        assertThat(file.check()).isEqualTo(e.problems());
        Files.writeString(path, "# a café\n" + LISTENERS + CLUSTERS);
        assertThat(file.check()).isEmpty();
    }

    private static List<Problem> problems(String yaml) {
        try {
            SettingsFile file = new SettingsFile("test.yaml", null, yaml, ENVIRONMENT::get);
            file.load();
            return file.warnings();
        } catch (SettingsException e) {
            return e.problems();
        }
    }

    /** One of the problems has this message, under the marked word. In tables, double quotes stand for single ones. */
    private static void assertProblem(String marked, String message, @Nullable String hint) {
        int at = marked.indexOf('«');
        int end = marked.indexOf('»');
        assertThat(at).as("the place is marked in %s", marked).isNotNegative();
        String before = marked.substring(0, at);
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        int column = at - (before.lastIndexOf('\n') + 1) + 1;
        int length = Math.max(1, end - at - 1);
        String wantedMessage = message.replace('"', '\'');
        String wantedHint = hint == null ? "" : hint.replace('"', '\'');
        List<Problem> problems = problems(marked.replace("«", "").replace("»", ""));
        assertThat(problems).as("problems of %s", marked).anySatisfy(problem -> {
            assertThat(problem.message().replace('"', '\'')).contains(wantedMessage);
            assertThat(problem.isError()).isTrue();
            assertThat(problem.line() + ":" + problem.column() + "+" + problem.length())
                    .isEqualTo(line + ":" + column + "+" + length);
            assertThat(String.valueOf(problem.hint()).replace('"', '\'')).contains(wantedHint);
        });
    }
}
