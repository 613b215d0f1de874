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

/** Rules of HAProxy that become rules of listeners and routes, and those near them that are listed instead. */
final class HaproxyRulesTest {

    private static final String SHOP = """
              default_backend shop
            backend shop
              server s1 10.0.0.2:8080
            """;

    /** A frontend that has the cluster, beside one that only redirects. */
    private static final String OTHER = "frontend other\n  bind :8090\n  mode http\n" + SHOP;

    @TempDir
    private Path folder;

    private Translation translation(String text) throws Exception {
        Translation translation = Translator.translate(Files.writeString(folder.resolve("some.cfg"), text), null);
        assertThat(SettingsFile.of(translation.text(), "evenkeel.yaml").check().stream()
                        .filter(Problem::isError))
                .as(translation.text())
                .isEmpty();
        return translation;
    }

    /** A frontend on port 8081 with these lines, and one cluster. */
    private static String frontend(String... lines) {
        return "frontend web\n  bind :8081\n  mode http\n  " + String.join("\n  ", lines) + "\n" + SHOP;
    }

    /** The settings on one line, without comments. */
    private String settings(String text) throws Exception {
        return translation(text).text().replaceAll("(?m) *#.*$", "").replaceAll("\\s+", " ");
    }

    /** The settings without a counterpart. */
    private List<String> missing(String text) throws Exception {
        return translation(text).leftovers().stream()
                .filter(each -> each.kind() == Leftover.Kind.MISSING)
                .map(Leftover::setting)
                .toList();
    }

    private List<String> differences(String text) throws Exception {
        return translation(text).leftovers().stream()
                .filter(each -> each.kind() == Leftover.Kind.DIFFERENT)
                .map(Leftover::effect)
                .toList();
    }

    private void isWritten(String text, String... words) throws Exception {
        assertThat(settings(text)).contains(words);
        assertThat(missing(text)).isEmpty();
    }

    /** The line is in the list, and nothing stands for it in the configuration. */
    private void isListed(String line, String key) throws Exception {
        String text = frontend(line);
        assertThat(missing(text)).as(text).contains(line);
        assertThat(settings(text)).doesNotContain(key);
    }

    @Test
    void aBackupComesInWhenAllOthersAreDown() throws Exception {
        String servers = "  server s2 10.0.0.3:8080 backup\n  server s3 10.0.0.4:8080 backup\n";
        String text = frontend();

        isWritten(text + servers, "{name: s2, address: 10.0.0.3:8080, backup: true}", "backup: 2}");
        isWritten(text + "  option allbackups\n" + servers, "{name: s3, address: 10.0.0.4:8080, backup: true}");
    }

    @Test
    void aBackupThatIsDisabledIsLeftOut() throws Exception {
        String text = frontend() + "  server s2 10.0.0.3:8080 backup disabled\n";

        assertThat(missing(text)).contains("server s2 10.0.0.3:8080 backup disabled");
        assertThat(settings(text)).doesNotContain("backup: true");
    }

    @Test
    void clearTextGoesToHttps() throws Exception {
        String both = """
                frontend web
                  bind :80
                  bind :443 ssl crt /no/such.pem
                  mode http
                  redirect scheme https code 301 if !{ ssl_fc }
                """ + SHOP;
        String all = Translator.translate(Files.writeString(folder.resolve("tls.cfg"), both), null)
                .text();

        assertThat(all.replaceAll("(?m) *#.*$", "").replaceAll("\\s+", " "))
                .contains("address: 0.0.0.0:80 redirect: to: https status: 301 - name: web-2")
                .contains("key: /no/such.pem} cluster: shop");
        assertThat(all).doesNotContain(": redirect scheme").doesNotContain("clients are not redirected");
        isWritten(
                "frontend web\n  bind :80\n  mode http\n  redirect scheme https\n" + OTHER,
                "redirect: to: https status: 302");
        isWritten(
                "frontend web\n  bind :80\n  mode http\n  http-request redirect scheme https unless { ssl_fc }\n"
                        + OTHER,
                "redirect: to: https status: 302");
    }

    @Test
    void thePortThatHaproxyKeepsIsTold() throws Exception {
        assertThat(differences("frontend web\n  bind :8081\n  mode http\n  redirect scheme https\n" + OTHER))
                .contains("the URL has no port; HAProxy keeps the one that the client called");
    }

    /** As in the manual, "redirect". */
    @Test
    void redirectsOfTheManualAreRoutes() throws Exception {
        isWritten(
                frontend(
                        "http-request redirect location https://www.example.org/ code 301 if { hdr(host) -i old.example.org }"),
                "{host: old.example.org, redirect: {to: \"https://www.example.org/\", status: 301}}",
                "{cluster: shop}");
        isWritten(
                frontend("acl login_page url_beg /login/", "redirect prefix https://mysite.com if login_page"),
                "{path: /login, redirect: {to: \"https://mysite.com{path}{query}\", status: 302}}");
        isWritten(
                "frontend web\n  bind :80\n  mode http\n  redirect prefix https://mysite.com code 308 drop-query\n"
                        + OTHER,
                "redirect: to: \"https://mysite.com{path}\" status: 308");
    }

    @Test
    void redirectsThatAreSomethingElseAreListed() throws Exception {
        isListed("http-request redirect location https://%[hdr(host)]/new if { path_beg /old/ }", "redirect:");
        isListed("redirect location /old/ if { path /old }", "redirect:");
        isListed("redirect prefix https://mysite.com append-slash", "redirect:");
        isListed("redirect location / set-cookie SEEN=1 if { path_beg /in/ }", "redirect:");
        isListed("redirect scheme https if !{ hdr(X-Forwarded-Proto) https }", "redirect:");
        isListed("redirect scheme http", "redirect:");
    }

    @Test
    void networksAreRefusedAtTheListener() throws Exception {
        isWritten(
                frontend("http-request deny if { src 192.0.2.0/24 2001:db8::/32 }"),
                "deny: [\"192.0.2.0/24\", \"2001:db8::/32\"]");
        isWritten(
                frontend("acl office src 10.0.0.0/8", "acl office src 192.168.0.1", "http-request deny unless office"),
                "allow: [\"10.0.0.0/8\", \"192.168.0.1\"]");
        String status = frontend("http-request deny deny_status 404 if { src 192.0.2.0/24 }");
        isWritten(status, "deny: [\"192.0.2.0/24\"]");
        assertThat(differences(status)).contains("the client gets 403, not 404");
    }

    @Test
    void aPathIsRefusedInFrontOfTheRouteThatHasIt() throws Exception {
        isWritten(
                frontend("http-request deny if { path_beg /admin/ } !{ src 10.0.0.0/8 }"),
                "- {path: /admin, cluster: shop, allow: [\"10.0.0.0/8\"]} - {cluster: shop}");
        isWritten(
                frontend(
                        "http-request deny if { path_beg /admin/ }", "use_backend shop if { hdr(host) a.example.org }"),
                "- {host: a.example.org, path: /admin, cluster: shop, deny: [\"0.0.0.0/0\", \"::/0\"]}"
                        + " - {host: a.example.org, cluster: shop}"
                        + " - {path: /admin, cluster: shop, deny: [\"0.0.0.0/0\", \"::/0\"]} - {cluster: shop}");
    }

    @Test
    void nothingIsWrittenThatLetsInMore() throws Exception {
        isListed("http-request deny if { path_beg /admin }", "deny:");
        isListed("http-request deny if { path_beg -i /admin/ }", "deny:");
        isListed("http-request deny if { path_end .php }", "deny:");
        isListed("http-request deny if { hdr_end(host) example.org } !{ src 10.0.0.0/8 }", "allow:");
        isListed("http-request deny if { ssl_fc_sni a.example.org }", "deny:");
        isListed("http-request deny if { src -f /etc/haproxy/blocked.lst }", "deny:");
        isListed("http-request deny unless { src 10.1 }", "allow:");
        isListed("http-request deny if { method POST } { src 192.0.2.0/24 }", "deny:");
        isListed("http-request deny unless { src 10.0.0.0/8 } { method GET }", "allow:");
        isListed("http-request deny content-type text/plain string no if { src 192.0.2.0/24 }", "deny:");
    }

    @Test
    void aRefusalBehindARuleThatChangesItIsListed() throws Exception {
        String deny = "http-request deny if !{ src 10.0.0.0/8 }";

        for (String before : List.of(
                "http-request allow if { path /health }",
                "http-request set-src hdr(X-Real-IP)",
                "tcp-request connection set-src src,ipmask(24)",
                "http-request replace-value Host a b",
                "option forwardfor except 127.0.0.0/8")) {
            assertThat(missing(frontend(before, deny))).contains(deny);
            assertThat(settings(frontend(before, deny))).doesNotContain("allow:");
        }
        String second = "http-request deny if !{ src 10.1.0.0/16 }";
        assertThat(missing(frontend(deny, second))).containsExactly(second);
        assertThat(settings(frontend(deny, second))).contains("allow: [\"10.0.0.0/8\"]");
    }

    /** As in the manual, "replace-path" and "set-path". */
    @Test
    void prefixesAreCutOffAndPutBefore() throws Exception {
        isWritten(
                frontend("http-request replace-path /foo/(.*) /\\1 if { url_beg /foo/ }"),
                "- {path: /foo, cluster: shop, strip-prefix: /foo} - {cluster: shop}");
        isWritten(
                frontend("use_backend api if { path_beg /api/ }")
                        + "backend api\n  http-request replace-path /api(/)?(.*) /v2/\\2\n  server a1 10.0.0.3:8080\n",
                "- {path: /api, cluster: api, strip-prefix: /api, add-prefix: /v2} - {cluster: shop}");
        isWritten(
                frontend() + "  http-request set-path %[path,regsub(^/foo/,/)]\n",
                "- {path: /foo, cluster: shop, strip-prefix: /foo} - {cluster: shop}");
        isWritten(frontend("http-request replace-path (.*) /foo\\1"), "- {cluster: shop, add-prefix: /foo}");
        isWritten(frontend("http-request set-path /foo%[path]"), "- {cluster: shop, add-prefix: /foo}");
    }

    @Test
    void pathsThatChangeOtherwiseAreListed() throws Exception {
        isListed("http-request set-path /%[hdr(host)]%[path]", "add-prefix");
        isListed("http-request replace-path /foo/([a-z]*) /\\1", "strip-prefix");
        isListed("http-request replace-path (.*) /foo\\1 if { method GET }", "add-prefix");
        isListed("http-request replace-uri ^/foo/(.*) /\\1", "strip-prefix");
        String route = frontend("http-request replace-path /foo/(.*) /\\1", "use_backend shop if { path_beg /bar/ }");
        assertThat(missing(route)).containsExactly("http-request replace-path /foo/(.*) /\\1");
    }

    @Test
    void rulesOfASectionWithoutAListenerAreListed() throws Exception {
        String text = "frontend web\n  bind /run/web.sock\n  mode http\n  http-request deny if { src 192.0.2.0/24 }\n"
                + "  redirect scheme https\n" + OTHER;

        assertThat(missing(text)).contains("http-request deny if { src 192.0.2.0/24 }", "redirect scheme https");
    }

    @Test
    void aFileThatIsAWholeMessageIsNoPage() throws Exception {
        isListed("errorfile 503 /etc/haproxy/errorfiles/503sorry.http", "error-pages");
        assertThat(translation(frontend("errorfile 503 /etc/haproxy/errorfiles/503sorry.http"))
                        .text())
                .contains("error-pages of a listener names a file of your own, which has the HTML alone");
    }
}
