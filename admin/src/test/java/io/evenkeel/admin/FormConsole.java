// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * For tests of forms: a dispatcher that runs with a file, its console, an administrator who is signed in, and one app
 * server.
 */
@QuickPasswords
abstract class FormConsole {

    static final String HTML = "Accept: text/html";
    static final String LIST = "/console/config";

    private static final String PASSWORD = "correct horse battery";

    private final HttpClient client = HttpClient.newHttpClient();

    /** The file at the beginning, for an app server on a port. */
    abstract String text(int port);

    /** The status of what the dispatcher answers on a listener. */
    int ask(String listener, String target) throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + dispatcher.port(listener) + target);
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @TempDir
    Path folder;

    HttpServer node;
    Dispatcher dispatcher;
    AdminServer server;
    Accounts accounts;
    Browser browser;
    Path path;
    String text;
    String ann;

    @BeforeEach
    void start() throws Exception {
        node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        node.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        node.start();
        text = text(node.getAddress().getPort());
        path = Files.writeString(folder.resolve("shop.yaml"), text);
        dispatcher = Dispatcher.start(SettingsFile.open(path));
        AdminFiles files = AdminFiles.beside(path);
        accounts = Accounts.in(files.users(), new EventLog().admin());
        server = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), dispatcher.control(), files);
        browser = new Browser(server.url());
        ann = session("ann", Role.ADMIN);
    }

    @AfterEach
    void stop() {
        server.close();
        dispatcher.close();
        node.stop(0);
    }

    String session(String name, Role role) throws Exception {
        accounts.add(name, role, PASSWORD);
        return browser.post("/console/sign-in", Map.of("name", name, "password", PASSWORD))
                .cookie();
    }

    String file() throws IOException {
        return Files.readString(path);
    }

    /** The form of a page with some fields changed. */
    Map<String, String> form(String page, String... changes) throws IOException {
        Answer answer = browser.get(page, HTML, ann);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return with(answer, changes);
    }

    static Map<String, String> with(Answer answer, String... changes) {
        Map<String, String> fields = PageForm.of(answer.body());
        for (int i = 0; i < changes.length; i += 2) {
            assertThat(fields).containsKey(changes[i]);
            fields.put(changes[i], changes[i + 1]);
        }
        return fields;
    }

    Answer send(String address, String step, Map<String, String> fields) throws IOException {
        fields.put("do", step);
        return browser.post(address, fields, ann);
    }

    /** Goes from the form over the difference to the file, without reading the pages between. */
    Answer carry(String page, String... changes) throws IOException {
        String address = page.replaceFirst("\\?.*", "");
        Answer preview = send(address, "preview", form(page, changes));
        assertThat(preview.body()).contains("What would change", "nothing has been written yet");
        assertThat(preview.status()).isEqualTo(200);
        assertThat(file()).as("after the preview").isEqualTo(text);
        Answer applied = send(address, "apply", with(preview, "why", "spring sale"));
        assertThat(applied.status()).as(applied.body()).isEqualTo(303);
        return applied;
    }
}
