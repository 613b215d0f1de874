// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines that stand in most files of these products, and what becomes of them. */
final class IdiomsTest {

    private static final String TO_HTTPS = "docs/guides/rules.md#redirects";

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
                server { listen 8080; server_name shop.example.org; return 301 https://$http_host$request_uri; }
                server { listen 8081; location / { proxy_pass http://10.0.0.1; } }
                """;
        String httpd = """
                <VirtualHost *:8080>
                  ServerName shop.example.org
                  RewriteEngine On
                  RewriteRule ^/in https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]
                </VirtualHost>
                <VirtualHost *:8081>
                  ProxyPass / http://10.0.0.1:8080/
                </VirtualHost>
                """;
        String haproxy = """
                frontend web
                  bind :8081
                  mode http
                  http-request redirect scheme https unless { hdr(X-Forwarded-Proto) https }
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

    private static final String SHOP_OF_HAPROXY = """
              default_backend shop
            backend shop
              server s1 10.0.0.2:8080
            """;

    @Test
    void fieldsWithConstantValuesAreSet() throws Exception {
        String haproxy = """
                frontend web
                  bind :8081
                  mode http
                  http-request set-header X-Edge "one 100%%"
                  http-request set-header X-Date %[date]
                  http-request set-header X-Edge two if { path_beg /a }
                  http-response set-header X-Frame-Options DENY
                  http-response set-header X-Node %s
                """ + SHOP_OF_HAPROXY;
        String nginx = """
                server { listen 8081;
                  add_header X-Frame-Options DENY always;
                  location / { proxy_set_header X-Edge "one 100%"; proxy_set_header X-Uri $uri; proxy_pass http://10.0.0.1; } }
                """;
        String httpd = """
                <VirtualHost *:8081>
                  RequestHeader set X-Edge "one 100%%"
                  RequestHeader set X-Date "%t"
                  Header always set X-Frame-Options DENY
                  Header set X-Some 1 env=SOME
                  ProxyPass / http://10.0.0.1:8080/
                </VirtualHost>
                Listen 8081
                """;

        for (String text : new String[] {haproxy, nginx, httpd}) {
            assertThat(settings(text).replaceAll("\\s+", " "))
                    .contains("request: set: X-Edge: \"one 100%\"")
                    .contains("response: set: X-Frame-Options: DENY")
                    .doesNotContain("X-Date", "X-Node", "X-Uri", "X-Some");
        }
        assertThat(told(haproxy, "http-request set-header X-Date")).contains("headers.request.set");
        assertThat(told(haproxy, "http-response set-header X-Node")).contains("headers.response.set");
        assertThat(told(nginx, "proxy_set_header X-Uri")).contains("headers.request.set");
        assertThat(told(httpd, "Header set X-Some")).contains("headers.response.set");
    }

    @Test
    void aLimitOfRequestsOfAClientIsTakenOver() throws Exception {
        String haproxy = """
                frontend web
                  bind :8081
                  mode http
                  stick-table type ip size 100k expire 30s store http_req_rate(10s)
                  http-request track-sc0 src
                  http-request deny deny_status 429 if { sc_http_req_rate(0) gt 20 }
                """ + SHOP_OF_HAPROXY;
        String nginx = """
                limit_req_zone $binary_remote_addr zone=one:10m rate=5r/s;
                limit_req_zone $cookie_user zone=two:10m rate=90r/m;
                server { listen 8081; location / { limit_req zone=one burst=10; proxy_pass http://10.0.0.1; } }
                server { listen 8082; location / { limit_req zone=two; proxy_pass http://10.0.0.1; } }
                """;

        assertThat(settings(haproxy).replaceAll("\\s+", " ")).contains("rate: requests: 20 per: 10s");
        assertThat(told(haproxy, "http-request deny")).contains("gets 429 with the time to wait");
        assertThat(translation(haproxy).text()).doesNotContain(": stick-table", ": http-request track-sc0");
        assertThat(settings("http {\n" + nginx + "}\n").replaceAll("\\s+", " "))
                .contains("rate: requests: 5 per: 1s burst: 11", "requests: 90 per: 1m burst: 1 by: cookie: user");
    }

    @Test
    void aLimitThatIsSomethingElseIsTold() throws Exception {
        String haproxy = """
                frontend web
                  bind :8081
                  mode http
                  stick-table type ip size 100k expire 30s store conn_cur
                  http-request track-sc0 src
                  http-request deny if { sc_conn_cur(0) gt 20 }
                """ + SHOP_OF_HAPROXY;
        String nginx = """
                http {
                  limit_req_zone $server_name zone=one:10m rate=5r/s;
                  server { listen 8081; location / { limit_req zone=one; proxy_pass http://10.0.0.1; } }
                }
                """;

        assertThat(settings(haproxy) + settings(nginx)).doesNotContain("rate:");
        assertThat(told(haproxy, "http-request track-sc0")).contains("-> limits.rate");
        assertThat(told(nginx, "limit_req zone=one")).contains("-> limits.rate");
    }

    @Test
    void aPageFor503NamesItsSetting() throws Exception {
        String haproxy = """
                frontend web
                  bind :8081
                  mode http
                  errorfile 503 /etc/haproxy/503.http
                  errorfile 502 /etc/haproxy/502.http
                """ + SHOP_OF_HAPROXY;
        String nginx =
                "server { listen 8081; error_page 500 503 /x.html; location / { proxy_pass http://10.0.0.1; } }\n";
        String httpd = "Listen 8081\nErrorDocument 503 /x.html\nProxyPass / http://10.0.0.1:8080/\n";

        assertThat(told(haproxy, "errorfile 503")).contains("overload.page");
        assertThat(told(haproxy, "errorfile 502")).doesNotContain("overload.page");
        assertThat(told(nginx, "error_page 500 503")).contains("overload.page");
        assertThat(told(httpd, "ErrorDocument 503")).contains("overload.page");
    }
}
