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
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clusters and nodes in forms in Debian's Chromium: a cluster is made, gets a node, is changed with an error and
 * mended.
 */
@QuickPasswords
@Tag("thorough")
class FormsChromiumIT {

    private static final String EVIL = "<img src=x onerror=\"window.owned=1\">";
    private static final String TEXT = """
            # the file of Ann
            listeners:
              - {name: web, address: "127.0.0.1:0", cluster: shop}   # the door
            clusters:
              # sells things
              shop:
                nodes: [127.0.0.1:18080]   # one is enough
            """;

    @SuppressWarnings("NullAway.Init")
    private Chromium browser;

    /** Fills an input and replaces its old value. */
    private void fill(String field, String value) throws IOException, InterruptedException {
        browser.run("document.getElementById(arguments[0]).value = arguments[1]; return ''", field, value);
    }

    /** Goes from the form over the difference to the file. */
    private void apply() throws IOException, InterruptedException {
        browser.click("button.main");
        assertThat(browser.await(
                        "return document.querySelector('h1')?.textContent ?? ''",
                        text -> text.startsWith("What would change")))
                .startsWith("What would change");
        browser.type("#reason", "spring sale");
        browser.click("button[value=apply]");
        assertThat(browser.text("[role=status]", "Applied.")).isEqualTo("Applied.");
    }

    private static String ask(int port) throws IOException {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            client.setSoTimeout(10_000);
            client.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void makesAClusterThatServes(@TempDir Path folder) throws Exception {
        Chromium.need();
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        node.start();
        String address = "127.0.0.1:" + node.getAddress().getPort();
        Path path = Files.writeString(folder.resolve("shop.yaml"), TEXT);
        try (Dispatcher dispatcher = Dispatcher.start(SettingsFile.open(path));
                AdminServer server = AdminServer.start(
                        new AdminSettings(new HostPort("127.0.0.1", 0), null), dispatcher.control(), null);
                Chromium opened = new Chromium(1280, 900, false)) {
            browser = opened;
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");
            browser.text("h1", "Overview");

            browser.go(server.url().resolve("/console/config"));
            browser.click("#new-cluster");
            browser.type("#name", "bank");
            browser.type("#nodes", "teller 127.0.0.1:18081");
            fill("listener/name", "till");
            fill("listener/address", "127.0.0.1:0");
            browser.shoot("form-new-cluster");
            apply();
            assertThat(dispatcher.control().cluster("bank").nodes()).hasSize(1);

            browser.click("#add-node");
            browser.type("#name", EVIL);
            browser.type("#address", address);
            browser.click("button.main");
            assertThat(browser.text("#summary a[href='#name']", "name")).isEqualTo("name");
            assertThat(browser.run("return document.getElementById('name').value"))
                    .isEqualTo(EVIL);
            browser.shoot("form-node-error");
            fill("name", "vault");
            apply();
            browser.shoot("form-cluster");
            assertThat(browser.run("return String([...document.querySelectorAll('.act > details[open]')].every(group =>"
                            + " group.querySelector('summary').getBoundingClientRect().bottom"
                            + " <= group.querySelector('.field').getBoundingClientRect().top))"))
                    .as("the title of a group stands above its fields")
                    .isEqualTo("true");
            assertThat(browser.run("return [...document.querySelectorAll('tbody th')].map(e => e.textContent).join()"))
                    .isEqualTo("teller,vault");

            fill("policy/name", "fastest-response");
            browser.click("button[value=form]");
            assertThat(browser.text("label[for='policy/window']", "window")).isEqualTo("window");
            fill("policy/window", "soon");
            browser.click("button.main");
            assertThat(browser.text("#summary a[href='#policy/window']", "policy/window"))
                    .isEqualTo("policy/window");
            browser.click("#summary a[href='#policy/window']");
            assertThat(browser.run(
                            "return String(document.getElementById('policy/window')" + ".closest('details').open)"))
                    .isEqualTo("true");
            fill("policy/window", "2s");
            apply();

            browser.go(server.url().resolve("/console/cluster?cluster=bank"));
            assertThat(ask(dispatcher.port("till"))).startsWith("HTTP/1.1 200");
            assertThat(browser.await(
                            "return document.querySelector('main').textContent", text -> text.contains("vault")))
                    .contains("vault", address);
            assertThat(Files.readString(path)).isEqualTo("""
                    # the file of Ann
                    listeners:
                      - {name: web, address: "127.0.0.1:0", cluster: shop}   # the door
                      - {name: till, address: "127.0.0.1:0", cluster: bank}
                    clusters:
                      # sells things
                      shop:
                        nodes: [127.0.0.1:18080]   # one is enough
                      bank:
                        nodes:
                          - {name: teller, address: 127.0.0.1:18081}
                          - {name: vault, address: %s}
                        policy: {name: fastest-response, window: 2s}
                    """.formatted(address));
            assertThat(browser.run("return String(window.owned)")).isEqualTo("undefined");
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        } finally {
            node.stop(0);
        }
    }
}
