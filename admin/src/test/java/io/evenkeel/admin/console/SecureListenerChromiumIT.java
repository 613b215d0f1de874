// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application behind a listener with TLS in Debian's Chromium, and what the console says of it. */
@QuickPasswords
@Tag("thorough")
class SecureListenerChromiumIT {

    private static final int IMAGES = 8;

    @TempDir
    Path folder;

    private HttpServer node;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            StringBuilder page = new StringBuilder("<!DOCTYPE html><title>Shop</title><h1>Shop</h1>");
            for (int i = 0; i < IMAGES; i++) {
                page.append("<script src=\"/part-").append(i).append(".js\"></script>");
            }
            boolean part = exchange.getRequestURI().getPath().startsWith("/part-");
            byte[] body = (part ? "window.parts = (window.parts ?? 0) + 1;" : page.toString())
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", part ? "text/javascript" : "text/html");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        node.start();
        X509Bundle made = new CertificateBuilder()
                .ecp256()
                .subject("CN=shop")
                .addSanDnsName("localhost")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        Files.writeString(folder.resolve("shop.pem"), made.getCertificatePEM());
        Files.writeString(folder.resolve("shop.key"), made.getPrivateKeyPEM());
    }

    @AfterEach
    void stop() {
        node.stop(0);
    }

    @Test
    void everythingOfAPageComesByHttp2() throws Exception {
        Chromium.need();
        Path path = Files.writeString(
                folder.resolve("shop.yaml"), """
                listeners:
                  - {name: web, address: "127.0.0.1:0", cluster: shop, tls: {certificates: [{certificate: shop.pem, key: shop.key}]}}
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                """.formatted(node.getAddress().getPort()));
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path));
                AdminServer server = AdminServer.start(
                        new AdminSettings(new HostPort("127.0.0.1", 0), null), dispatcher.control(), null);
                Chromium browser = new Chromium(1280, 900, false)) {
            browser.go(URI.create("https://localhost:" + dispatcher.port("web") + "/"));

            assertThat(browser.await("return String(window.parts)", String.valueOf(IMAGES)::equals))
                    .isEqualTo(String.valueOf(IMAGES));
            assertThat(browser.run("return [...new Set(['navigation', 'resource']"
                            + ".flatMap(type => performance.getEntriesByType(type))"
                            + ".filter(entry => !entry.name.endsWith('favicon.ico'))"
                            + ".map(entry => entry.nextHopProtocol))].join()"))
                    .isEqualTo("h2");

            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", Site.PASSWORD);
            browser.type("#again", Site.PASSWORD);
            browser.click("button.main");
            browser.text("h1", "Overview");
            browser.go(server.url().resolve("/console/dispatcher"));
            assertThat(browser.text("[data-k='listener/web/http2']", "100 %")).isEqualTo("100 %");
            assertThat(browser.text("[data-k='listener/web/tls/tls13']", "100 %"))
                    .isEqualTo("100 %");
            assertThat(browser.run("return document.querySelector('#tls .why').textContent"))
                    .isEqualTo("localhost");
            browser.shoot("dispatcher-tls");
        }
    }
}
