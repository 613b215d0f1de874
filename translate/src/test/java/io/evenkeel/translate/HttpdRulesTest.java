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

/** Rules of httpd that become rules of listeners and routes, and those near them that are listed instead. */
final class HttpdRulesTest {

    private static final String PASS = "ProxyPass / http://10.0.0.1:8080/";

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

    private static String host(String... lines) {
        return "<VirtualHost *:8081>\nProxyPreserveHost On\n" + String.join("\n", lines) + "\n</VirtualHost>\n";
    }

    /** A host on port 80 with these lines, beside one that has the cluster. */
    private static String clear(String... lines) {
        return "<VirtualHost *:80>\n" + String.join("\n", lines) + "\n</VirtualHost>\n" + host(PASS);
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

    /** As in mod_proxy_balancer, "Exposing balancer member status". */
    @Test
    void aHotStandbyIsABackup() throws Exception {
        String text = """
                <Proxy balancer://hotcluster>
                  BalancerMember http://10.0.0.1:8009 loadfactor=1
                  BalancerMember http://10.0.0.2:8009 status=+H
                  BalancerMember http://10.0.0.3:8009 status=+R
                </Proxy>
                """ + host("ProxyPass / balancer://hotcluster/");

        assertThat(settings(text))
                .contains("address: 10.0.0.2:8009, backup: true}")
                .doesNotContain("10.0.0.3");
        assertThat(missing(text)).containsExactly("BalancerMember http://10.0.0.3:8009 status=+R");
    }

    @Test
    void thePortThatSendsToHttpsHasAListener() throws Exception {
        for (String rule : List.of(
                "RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]",
                "RewriteCond %{HTTPS} off\nRewriteRule (.*) https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]",
                "RewriteCond %{HTTPS} !=on\nRewriteRule ^/?(.*) https://%{SERVER_NAME}/$1 [R=301,L]")) {
            isWritten(clear("RewriteEngine On", rule), "address: 0.0.0.0:80 redirect: to: https status: 301");
        }
    }

    @Test
    void rewritesThatAreSomethingElseAreListed() throws Exception {
        for (String rule : List.of(
                "RewriteRule ^/old https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]",
                "RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [P]",
                "RewriteRule ^ https://%{HTTP_HOST}/new [R=301,L]",
                "RewriteCond %{REQUEST_METHOD} GET\nRewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]",
                "RewriteRule ^/a - [L]\nRewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]")) {
            String[] lines = rule.split("\n", -1);
            isListed(clear("RewriteEngine On", rule), lines[lines.length - 1], "redirect:");
        }
        String tls = host("SSLEngine On", "RewriteEngine On", "RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R,L]");
        assertThat(Translator.translate(Files.writeString(folder.resolve("tls.conf"), tls), null)
                        .text())
                .doesNotContain("redirect:");
    }

    /** As in mod_alias, "Redirect". */
    @Test
    void redirectsOfTheManualAreRoutes() throws Exception {
        isWritten(
                clear("Redirect permanent / https://shop.example.org/"),
                "redirect: to: https://shop.example.org{path}{query} status: 301");
        isWritten(
                host("Redirect /service http://foo2.example.com/service", "ProxyPass /shop http://10.0.0.1:8080/shop"),
                "- {path: /shop, cluster: 10.0.0.1-8080}"
                        + " - {path: /service, redirect: {to: http://foo2.example.com/service{path}{query}, status: 302},"
                        + " strip-prefix: /service}");
        isWritten(
                host("Redirect 308 /one http://example.com/two", "ProxyPass /one !", PASS),
                "- {path: /one, redirect: {to: http://example.com/two{path}{query}, status: 308}, strip-prefix: /one}"
                        + " - {cluster: 10.0.0.1-8080}");
    }

    @Test
    void redirectsThatAreSomethingElseAreListed() throws Exception {
        isListed(clear("Redirect gone /old"), "Redirect gone /old", "redirect:");
        isListed(
                clear("Redirect /old https://www.example.org/"), "Redirect /old https://www.example.org/", "redirect:");
        isListed(
                clear("RedirectMatch (.*) http://a.example.org$1"), "RedirectMatch (.*) http://a.example.org$1", "to:");
        String hidden = host(PASS, "Redirect /old https://www.example.org/old");
        assertThat(settings(hidden)).doesNotContain("redirect:");
        assertThat(translation(hidden).text()).contains("a ProxyPass has these requests, and goes before it");
    }

    /** As in mod_authz_host, "Require ip", and mod_authz_core, "RequireAll". */
    @Test
    void networksOfThePlacesAreThoseOfRoutes() throws Exception {
        isWritten(
                host(
                        "<Location /intern>",
                        "ProxyPass http://10.0.0.1:8080/intern",
                        "Require ip 10 172.20 192.168.2.7",
                        "</Location>"),
                "{path: /intern, cluster: 10.0.0.1-8080, allow: [10.0.0.0/8, 172.20.0.0/16, 192.168.2.7]}");
        isWritten(
                host(
                        PASS,
                        "<Location /admin>",
                        "<RequireAll>",
                        "Require all granted",
                        "Require not ip 192.0.2.0/24",
                        "</RequireAll>",
                        "</Location>",
                        "<Location /closed>",
                        "Require all denied",
                        "</Location>"),
                "- {path: /admin, cluster: 10.0.0.1-8080, deny: [192.0.2.0/24]}",
                "- {path: /closed, cluster: 10.0.0.1-8080, deny: [0.0.0.0/0, ::/0]}",
                "- {cluster: 10.0.0.1-8080}");
    }

    /** The last place that fits counts alone in httpd. */
    @Test
    void aLaterPlaceTakesTheRulesOfAnEarlierOne() throws Exception {
        isWritten(
                host(
                        PASS,
                        "<Location />",
                        "Require ip 10.0.0.0/8",
                        "</Location>",
                        "<Location /open>",
                        "Require all granted",
                        "</Location>"),
                "- {path: /open, cluster: 10.0.0.1-8080} - {cluster: 10.0.0.1-8080, allow: [10.0.0.0/8]}");
    }

    @Test
    void whatIsNotOfNetworksAloneIsListed() throws Exception {
        for (String line : List.of(
                "Require valid-user", "Require host example.org", "Require ip 10.1.0.0/255.255.0.0", "Require local")) {
            isListed(host(PASS, "<Location /admin>", line, "</Location>"), "<Location /admin>", "allow:");
        }
        String mixed = "<Location /admin>\nProxyPass http://10.0.0.1:8080/admin\nRequire ip 10.0.0.0/8\n";
        isListed(host(mixed + "Satisfy any\n</Location>"), "Require ip 10.0.0.0/8", "allow:");
        isListed(host(mixed + "Require user ann\n</Location>"), "Require ip 10.0.0.0/8", "allow:");
        isListed(host("RemoteIPHeader X-Forwarded-For", mixed + "</Location>"), "Require ip 10.0.0.0/8", "allow:");
    }

    /** As in mod_proxy, "ProxyPass". */
    @Test
    void thePathOfTheServerTakesThePlaceOfThePrefix() throws Exception {
        isWritten(
                host("ProxyPass /mirror/foo/ http://10.0.0.1:8080/"),
                "- {path: /mirror/foo, cluster: 10.0.0.1-8080, strip-prefix: /mirror/foo}");
        isWritten(
                host("ProxyPass /a http://10.0.0.1:8080/b"),
                "- {path: /a, cluster: 10.0.0.1-8080, strip-prefix: /a, add-prefix: /b}");
        String half = host("ProxyPass /a/ http://10.0.0.1:8080/b");
        assertThat(settings(half)).doesNotContain("-prefix");
        assertThat(translation(half).text()).contains("/a/x arrives as /a/x, not as /b/x");
    }

    /** The slash at its end: a route of the place would have /pub, too, which is the first place's here. */
    @Test
    void aPlaceWithASlashAtItsEndOpensNothingOfAnEarlierOne() throws Exception {
        String text = host(
                PASS,
                "<Location />",
                "Require ip 10.0.0.0/8",
                "</Location>",
                "<Location /pub/>",
                "Require all granted",
                "</Location>");

        assertThat(settings(text)).contains("allow: [10.0.0.0/8]").doesNotContain("/pub");
    }
}
