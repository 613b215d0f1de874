// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.translate.draft.Leftover;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules of nginx that become rules of listeners and routes, and those near them that are listed instead. */
final class NginxRulesTest {

    private static final String PASS = "location / { proxy_pass http://10.0.0.1; proxy_set_header Host $host; }";
    private static final String BCRYPT =
            "ann:$2y$05$" + "abcdefghijklmnopqrstuv".repeat(3).substring(0, 53) + "\n";

    @TempDir
    private Path folder;

    private Translation translation(String text) throws Exception {
        Translation translation = Translator.translate(Files.writeString(folder.resolve("some.conf"), text), null);
        assertThat(SettingsFile.of(translation.text(), "evenkeel.yaml").check().stream()
                        .filter(Problem::isError))
                .as(translation.text())
                .isEmpty();
        return translation;
    }

    private static String server(String... lines) {
        return "server {\n  listen 8081;\n  " + String.join("\n  ", lines) + "\n}\n";
    }

    /** A place with these lines that passes its requests on. */
    private static String place(String prefix, String... lines) {
        return "location " + prefix + " {\n" + String.join("\n", lines)
                + "\nproxy_set_header Host $host;\nproxy_pass http://10.0.0.1;\n}";
    }

    /** The settings on one line, without comments and quotes. */
    private String settings(String text) throws Exception {
        return translation(text)
                .text()
                .replaceAll("(?m) *#.*$", "")
                .replaceAll("\\s+", " ")
                .replace("\"", "");
    }

    private List<String> missing(String text) throws Exception {
        return translation(text).leftovers().stream()
                .filter(each -> each.kind() == Leftover.Kind.MISSING)
                .map(Leftover::setting)
                .toList();
    }

    private void isWritten(String text, String... words) throws Exception {
        assertThat(settings(text)).contains(words);
        assertThat(missing(text)).as(text).isEmpty();
    }

    /** The line is in the list, and nothing stands for it in the configuration. */
    private void isListed(String text, String line, String key) throws Exception {
        assertThat(missing(text)).as(text).contains(line);
        assertThat(settings(text)).doesNotContain(key);
    }

    /** As in ngx_http_upstream_module, "Example Configuration". */
    @Test
    void aBackupComesInWhenAllOthersAreDown() throws Exception {
        String text = """
                upstream backend {
                  server 10.0.0.1:8080 weight=5;
                  server 10.0.0.2:8080 backup;
                  server 10.0.0.3:8080 backup down;
                }
                server { listen 8081; location / { proxy_pass http://backend; } }
                """;

        assertThat(settings(text))
                .contains("address: 10.0.0.2:8080, backup: true}")
                .doesNotContain("10.0.0.3");
        assertThat(missing(text)).containsExactly("server 10.0.0.3:8080 backup down");
    }

    @Test
    void thePortThatSendsToHttpsHasAListener() throws Exception {
        String text = """
                server { listen 80; server_name shop.example.org; return 301 https://$host$request_uri; }
                server { listen 8081; location / { proxy_pass http://10.0.0.1; } }
                """;
        isWritten(text, "name: shop.example.org-80 address: 0.0.0.0:80 redirect: to: https status: 301");
        isWritten(
                "server { listen 80; " + PASS + " }\n"
                        + "server { listen 80; server_name a.example.org; return 308 https://$server_name$request_uri; }\n",
                "- {host: a.example.org, redirect: {to: https://a.example.org{path}{query}, status: 308}}");
    }

    @Test
    void aPlaceRedirects() throws Exception {
        isWritten(
                server("location / { return 302 https://$host$request_uri; }", place("/in/")),
                "- {path: /in, cluster: 10.0.0.1} - {redirect: {to: https, status: 302}}");
        isWritten(
                server("location /old/ { return 301 https://www.example.org/new; }", PASS),
                "- {path: /old, redirect: {to: https://www.example.org/new, status: 301}}");
        isWritten(
                server("location /old/ { return http://www.example.org$request_uri; }", PASS),
                "redirect: {to: http://www.example.org{path}{query}, status: 302}}");
    }

    @Test
    void redirectsThatAreSomethingElseAreListed() throws Exception {
        isListed(server("location = / { return 301 /app/; }", PASS), "location = /", "redirect:");
        isListed(server("location /a/ { return 301 https://$arg_to/; }", PASS), "location /a/", "redirect:");
        isListed(server("location /a/ { return 200 hello; }", PASS), "location /a/", "redirect:");
        isListed(
                server("if ($scheme = http) { return 301 https://$host$request_uri; }", PASS),
                "if ($scheme = http)",
                "redirect:");
    }

    /** As in ngx_http_access_module, "Example Configuration". */
    @Test
    void networksOfTheManualAreThoseOfTheRoute() throws Exception {
        isWritten(
                server(place(
                        "/",
                        "deny  192.168.1.1;",
                        "allow 192.168.1.0/24;",
                        "allow 10.1.1.0/16;",
                        "allow 2001:0db8::/32;",
                        "deny  all;")),
                "- {cluster: 10.0.0.1, deny: [192.168.1.1],"
                        + " allow: [192.168.1.0/24, 10.1.1.0/16, 2001:0db8::/32]}");
        isWritten(
                server("deny 192.0.2.0/24;", place("/a/"), place("/b/", "allow 10.0.0.0/8;", "deny all;")),
                "- {path: /a, cluster: 10.0.0.1, deny: [192.0.2.0/24]}",
                "- {path: /b, cluster: 10.0.0.1, allow: [10.0.0.0/8]}");
    }

    @Test
    void aPlaceForNobodyIsRefused() throws Exception {
        isWritten(
                server("location /private/ { deny all; }", PASS),
                "- {path: /private, cluster: 10.0.0.1, deny: [0.0.0.0/0, ::/0]} - {cluster: 10.0.0.1}");
        isListed(server("location /private { deny all; }", PASS), "location /private", "deny:");
    }

    /** The first line that fits counts in nginx; here that of refused networks goes first. */
    @Test
    void anOrderThatMeansSomethingElseIsListed() throws Exception {
        isListed(
                server(place("/", "allow 10.1.0.0/16;", "deny 10.0.0.0/8;", "allow all;")), "deny 10.0.0.0/8", "deny:");
        isListed(
                server(place("/", "allow 10.1.0.0/16;", "deny 10.0.0.0/8;", "allow 192.168.0.1;", "deny all;")),
                "allow 192.168.0.1",
                "allow:");
        isListed(server(place("/", "satisfy any;", "allow 10.0.0.0/8;", "deny all;")), "deny all", "allow:");
        isListed(server(place("/", "allow unix:;", "deny all;")), "deny all", "deny:");
        isListed(
                server("set_real_ip_from 10.0.0.9;", place("/", "allow 10.0.0.0/8;", "deny all;")),
                "allow 10.0.0.0/8",
                "allow:");
        isWritten(
                server(place("/", "allow 10.0.0.0/8;", "deny 10.1.0.0/16;", "deny all;")),
                "{cluster: 10.0.0.1, allow: [10.0.0.0/8]}");
    }

    @Test
    void whatARouteDoesNotProtectIsTold() throws Exception {
        String text = server(place("/admin", "allow 10.0.0.0/8;", "deny all;"), PASS);

        assertThat(settings(text)).contains("{path: /admin, cluster: 10.0.0.1, allow: [10.0.0.0/8]}");
        assertThat(missing(text)).containsExactly("location /admin");
    }

    @Test
    void usersWithHashesOfBcryptAreTakenOver() throws Exception {
        Path users = Files.writeString(folder.resolve("users.txt"), "# who\n" + BCRYPT);
        String lines = "auth_basic \"the shop\"; auth_basic_user_file users.txt;";

        isWritten(
                server(place("/", lines)),
                "- {cluster: 10.0.0.1, basic-auth: {users: " + users + ", realm: the shop}}");
        assertThat(settings(server(lines, place("/open/", "auth_basic off;"), PASS)))
                .contains("- {path: /open, cluster: 10.0.0.1} - {cluster: 10.0.0.1, basic-auth:");
    }

    @Test
    void usersWithOtherHashesAreListed() throws Exception {
        String text = server(place("/", "auth_basic closed;", "auth_basic_user_file users.txt;"));

        for (String line : List.of(
                "ann:$apr1$abcdefgh$abcdefghijklmnopqrstu.\n",
                "ann:{PLAIN}secret\n",
                BCRYPT + "bob:abJnggxhB/yWI\n",
                BCRYPT + BCRYPT,
                "")) {
            Files.writeString(folder.resolve("users.txt"), line);
            isListed(text, "auth_basic closed", "basic-auth");
        }
        Files.delete(folder.resolve("users.txt"));
        isListed(text, "auth_basic closed", "basic-auth");
    }

    /** As in ngx_http_core_module, "error_page". */
    @Test
    void pagesThatAreHereAreTakenOver() throws Exception {
        Files.writeString(folder.resolve("50x.html"), "<h1>busy</h1>");
        String page = "location = /50x.html { root " + folder + "; }";

        isWritten(
                server("error_page 500 502 503 504 /50x.html;", page, PASS),
                "error-pages: 500: " + folder + "/50x.html",
                "503: " + folder + "/50x.html");
    }

    @Test
    void pagesThatAreSomethingElseAreListed() throws Exception {
        Files.writeString(folder.resolve("50x.html"), "<h1>busy</h1>");
        Files.writeString(folder.resolve("form.html"), "<h1>{{name}}</h1>");
        String root = "root " + folder + ";";

        isListed(server(root, "error_page 503 /none.html;", PASS), "error_page 503 /none.html", "error-pages");
        isListed(server(root, "error_page 503 /form.html;", PASS), "error_page 503 /form.html", "error-pages");
        isListed(server(root, "error_page 404 =200 /50x.html;", PASS), "error_page 404 =200 /50x.html", "error-pages");
        isListed(server(root, "error_page 503 @busy;", PASS), "error_page 503 @busy", "error-pages");
        assertThat(settings(server(root, "error_page 503 /50x.html;", "proxy_intercept_errors on;", PASS)))
                .doesNotContain("error-pages");
    }

    /** As in ngx_http_proxy_module, "proxy_pass". */
    @Test
    void theUriOfAServerTakesThePlaceOfThePrefix() throws Exception {
        String host = "proxy_set_header Host $host;";

        isWritten(
                server("location /name/ { proxy_pass http://127.0.0.1/remote/; " + host + " }"),
                "- {path: /name, cluster: 127.0.0.1, strip-prefix: /name, add-prefix: /remote}");
        isWritten(
                server("location /api/ { proxy_pass http://127.0.0.1/; " + host + " }", PASS),
                "- {path: /api, cluster: 127.0.0.1, strip-prefix: /api} - {cluster: 10.0.0.1}");
        isWritten(
                server("location / { proxy_pass http://127.0.0.1/app/; " + host + " }"),
                "- {cluster: 127.0.0.1, add-prefix: /app}");
    }

    @Test
    void aUriThatCutsASegmentIsTold() throws Exception {
        String text = server("location /name/ { proxy_pass http://127.0.0.1/remote; }");

        assertThat(settings(text)).doesNotContain("-prefix");
        assertThat(translation(text).text()).contains("/name/x arrives as /name/x, not as /remotex");
    }

    /** Routes could let in more than nginx, which asks patterns and places of one path before the longest prefix. */
    @Test
    void networksBesidePlacesThatAreNoPrefixesAreListed() throws Exception {
        String closed = place("/admin/", "allow 10.0.0.0/8;", "deny all;");
        for (String other : List.of(
                place("~ ^/admin/"),
                place("~* ^/x/"),
                place("= /admin/health"),
                place("/x/", "set_real_ip_from 10.0.0.1;"))) {
            isListed(server(closed, other), "allow 10.0.0.0/8", "allow:");
        }
        isListed(
                server("location /admin/ { allow 10.0.0.0/8; deny all; try_files $uri @app; }", place("@app")),
                "allow 10.0.0.0/8",
                "allow:");
        isListed(server("listen 8082 proxy_protocol;", closed), "allow 10.0.0.0/8", "allow:");
    }
}
