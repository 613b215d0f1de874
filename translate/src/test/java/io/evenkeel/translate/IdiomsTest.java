// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that stand in most files of these products, and what becomes of them. */
final class IdiomsTest {

    private static final String TO_HTTPS = "docs/guides/tls.md#from-http-to-https";

    @TempDir
    private Path folder;

    private Translation translation(String text) throws Exception {
        return Translator.translate(Files.writeString(folder.resolve("some.conf"), text), null);
    }

    /** The settings, without the comments behind them and the list at the end. */
    private String settings(String text) throws Exception {
        return translation(text).text().replaceAll("(?m) *#.*$", "");
    }

    /** The lines that tell a leftover, from the one that names it on. */
    private String told(String text, String setting) throws Exception {
        String all = translation(text).text();
        int at = all.indexOf(setting, all.indexOf("admin: "));
        assertThat(at).as(setting + " in\n" + all).isPositive();
        int next = all.indexOf("\n#   s", at);
        return all.substring(at, next < 0 ? all.length() : next);
    }

    @Test
    void anIndentedFileOfHaproxyIsKnown() throws Exception {
        String text = """
                    # as HAProxy's own manual prints it
                    global
                        daemon

                    listen http-in
                        bind *:8080
                        server server1 127.0.0.1:8000 maxconn 32
                """;

        assertThat(translation(text).peer()).isEqualTo(Peer.HAPROXY);
    }

    @Test
    void anIndentedListenOfNginxIsNoSectionOfHaproxy() throws Exception {
        String text =
                "server {\n  listen 8081;\n  listen 8082;\n  location / {\n    proxy_pass http://10.0.0.1;\n  }\n}\n";

        assertThat(translation(text).peer()).isEqualTo(Peer.NGINX);
    }

    @Test
    void anAlternativeThatIsNoRouteLeavesTheOthers() throws Exception {
        String text = """
                frontend web
                  bind :8081
                  mode http
                  acl is_api path_beg /api/
                  acl is_ajax hdr(X-Requested-With) -i XMLHttpRequest
                  use_backend api if is_ajax or is_api
                  default_backend shop
                backend api
                  server a1 10.0.0.1:8080
                backend shop
                  server s1 10.0.0.2:8080
                """;

        assertThat(settings(text)).contains("- {path: /api, cluster: api}");
        assertThat(told(text, "use_backend api if is_ajax or is_api"))
                .contains("routes know hosts and paths only; for the other alternatives there is a route");
    }

    @Test
    void requestsWithoutAFileGoToTheNamedPlace() throws Exception {
        String text = """
                upstream tomcat { server 10.0.0.1:8080; }
                server {
                  listen 8081;
                  location / { try_files $uri @tomcat; location /api/ { proxy_pass http://10.0.0.2; } }
                  location /img/ { try_files $uri =404; }
                  location @tomcat { proxy_pass http://tomcat; proxy_read_timeout 90s; }
                  location @nobody { proxy_pass http://tomcat; }
                }
                """;

        assertThat(settings(text)).contains("{path: /api, cluster: ", "{cluster: tomcat}", "response: 90s");
        assertThat(told(text, "try_files $uri @tomcat"))
                .contains("Evenkeel serves no files: all these requests go to the servers of @tomcat");
        assertThat(translation(text).text())
                .doesNotContain(": location @tomcat")
                .contains(": location @nobody", ": location /img/");
    }

    @Test
    void aPortThatOnlySendsToHttpsIsTold() throws Exception {
        String nginx = """
                server { listen 8080; server_name shop.example.org; return 301 https://$host$request_uri; }
                server { listen 8081; location / { proxy_pass http://10.0.0.1; } }
                """;
        String httpd = """
                <VirtualHost *:8080>
                  ServerName shop.example.org
                  RewriteEngine On
                  RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]
                </VirtualHost>
                <VirtualHost *:8081>
                  ProxyPass / http://10.0.0.1:8080/
                </VirtualHost>
                """;
        String haproxy = """
                frontend web
                  bind :8081
                  mode http
                  http-request redirect scheme https unless { ssl_fc }
                  default_backend shop
                backend shop
                  server s1 10.0.0.2:8080
                """;

        assertThat(told(nginx, "return 301")).contains(TO_HTTPS);
        assertThat(told(httpd, "RewriteRule")).contains(TO_HTTPS);
        assertThat(told(httpd, "<VirtualHost *:8080>")).contains("so there is no listener or route for it");
        assertThat(told(haproxy, "http-request redirect")).contains(TO_HTTPS);
    }

    @Test
    void whatNginxNeedsForFilesAndWebSocketsIsNotMissed() throws Exception {
        String text = """
                http {
                  sendfile on;
                  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
                  map $uri $new { default 1; }
                  server { listen 8081; location / { proxy_pass http://10.0.0.1; } }
                }
                """;

        String all = translation(text).text();
        int needless = all.indexOf("# not needed here");

        assertThat(all.indexOf("sendfile on")).isGreaterThan(needless);
        assertThat(all.indexOf("map $http_upgrade")).isGreaterThan(needless);
        assertThat(all.indexOf("map $uri $new")).isBetween(0, needless);
    }

    @Test
    void theBalancerOfModClusterIsNoBalancerOfTheFile() throws Exception {
        String text = """
                Listen 8081
                Listen 6666
                <VirtualHost *:8081>
                  ServerName shop.example.org
                  ProxyPass / balancer://other/ stickysession=JSESSIONID|jsessionid nofailover=On
                </VirtualHost>
                <VirtualHost *:6666>
                  ManagerBalancerName other
                  EnableMCPMReceive
                </VirtualHost>
                """;

        assertThat(settings(text)).contains("cluster: other", "mode: jvm-route", "strict: true");
        assertThat(translation(text).text()).doesNotContain("there is no balancer");
    }
}
