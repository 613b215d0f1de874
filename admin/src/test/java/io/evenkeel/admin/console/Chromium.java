// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tab of a real browser without a past, driven by the W3C WebDriver protocol of chromedriver. Both are processes that
 * this JVM starts once and uses for one test after the other; a second pair is started for two tabs at a time. They end
 * with the JVM.
 */
final class Chromium implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long PATIENCE_NS = 15_000_000_000L;

    private static final Deque<Started> IDLE = new ConcurrentLinkedDeque<>();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Started started;
    private final String session;

    /** A browser and its driver. */
    private record Started(Process driver, String base, String session) {

        static Started now() throws IOException, InterruptedException {
            int port = freePort();
            Process driver = new ProcessBuilder("chromedriver", "--port=" + port)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String base = "http://127.0.0.1:" + port;
            Started started = new Started(driver, base, open(driver, base));
            Runtime.getRuntime().addShutdownHook(new Thread(started::end));
            Chromium.send(base, "POST", started.session + "/timeouts", "{\"implicit\": 10000}");
            return started;
        }

        private static String open(Process driver, String base) throws IOException, InterruptedException {
            // A kiosk has no tabs and no address bar: to draw those again for each page is half of the browser's work.
            String options = """
                    {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": true, "goog:chromeOptions": {"args": ["--headless=new",
                     "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--lang=en-GB",
                     "--kiosk"]}}}}
                    """;
            long endNs = System.nanoTime() + PATIENCE_NS;
            while (true) {
                try {
                    return "/session/"
                            + Chromium.send(base, "POST", "/session", options)
                                    .path("sessionId")
                                    .asString("");
                } catch (IOException e) {
                    if (System.nanoTime() > endNs || !driver.isAlive()) {
                        driver.destroyForcibly();
                        throw e;
                    }
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            }
        }

        private void end() {
            try {
                Chromium.send(base, "DELETE", session, "");
            } catch (IOException | InterruptedException e) {
                driver.descendants().forEach(ProcessHandle::destroyForcibly);
            } finally {
                driver.destroy();
            }
        }
    }

    Chromium(int width, int height, boolean dark) throws IOException, InterruptedException {
        Started idle = IDLE.poll();
        started = idle == null ? Started.now() : idle;
        session = started.session;
        forgetEverything();
        size(width, height);
        prefer("{\"name\": \"prefers-color-scheme\", \"value\": \"%s\"}".formatted(dark ? "dark" : "light"));
    }

    /** Leaves the tab of the last test and takes a new one without cookies, sizes, preferences, time zone and log. */
    private void forgetEverything() throws IOException, InterruptedException {
        String fresh = send("POST", session + "/window/new", "{\"type\": \"tab\"}")
                .path("handle")
                .asString("");
        for (JsonNode window : send("GET", session + "/window/handles", "")) {
            if (!window.asString("").equals(fresh)) {
                show(window.asString(""));
                send("DELETE", session + "/window", "");
            }
        }
        show(fresh);
        devTools("Network.clearBrowserCookies", "{}");
        complaints();
    }

    private void show(String window) throws IOException, InterruptedException {
        send(
                "POST",
                session + "/window",
                JSON.writeValueAsString(JSON.createObjectNode().put("handle", window)));
    }

    /** True when this machine has both programs. */
    /**
     * Ends a test where there is no browser: with a failure that names the remedy, or, with
     * {@code -Dbrowser=none}, by leaving it out.
     */
    static void need() {
        Assumptions.assumeTrue(isThereOrMissed(), "left out by -Dbrowser=none");
    }

    /** True where there is a browser, false where there is none and nobody wants one. Otherwise it fails. */
    static boolean isThereOrMissed() {
        boolean there = isThere();
        if (!there && !"none".equals(System.getProperty("browser"))) {
            throw new AssertionError("no browser: install chromium and chromium-driver (.ci/run does), or leave the"
                    + " tests of the console in a browser out with -Dbrowser=none");
        }
        return there;
    }

    private static boolean isThere() {
        return Stream.of("chromedriver", "chromium")
                .allMatch(program -> Arrays.stream(
                                System.getenv().getOrDefault("PATH", "").split(":", -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
        return send(started.base, method, path, body);
    }

    private static JsonNode send(String base, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body.isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode value = JSON.readTree(answer.body()).path("value");
        if (answer.statusCode() != 200) {
            throw new IOException(path + ": " + value.path("message").asString(answer.body()));
        }
        return value;
    }

    void go(URI url) throws IOException, InterruptedException {
        send(
                "POST",
                session + "/url",
                JSON.writeValueAsString(JSON.createObjectNode().put("url", url.toString())));
    }

    /** The result of a script, or of its promise, as text. */
    String run(String script, String... arguments) throws IOException, InterruptedException {
        ArrayNode given = JSON.createArrayNode();
        Stream.of(arguments).forEach(given::add);
        String body = JSON.writeValueAsString(
                JSON.createObjectNode().put("script", script).set("args", given));
        return send("POST", session + "/execute/sync", body).asString("");
    }

    /** Makes the window as wide as that, the system's colours light or dark, and everything still. */
    void look(int width, int height, boolean dark) throws IOException, InterruptedException {
        size(width, height);
        prefer("{\"name\": \"prefers-reduced-motion\", \"value\": \"reduce\"},"
                + " {\"name\": \"prefers-color-scheme\", \"value\": \"%s\"}".formatted(dark ? "dark" : "light"));
    }

    private void size(int width, int height) throws IOException, InterruptedException {
        devTools(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\": %d, \"height\": %d, \"deviceScaleFactor\": 1, \"mobile\": false}"
                        .formatted(width, height));
    }

    private void prefer(String features) throws IOException, InterruptedException {
        devTools("Emulation.setEmulatedMedia", "{\"features\": [" + features + "]}");
    }

    private void devTools(String command, String parameters) throws IOException, InterruptedException {
        send("POST", session + "/goog/cdp/execute", "{\"cmd\": \"%s\", \"params\": %s}".formatted(command, parameters));
    }

    /**
     * The text of the first element once it is as expected, with single spaces; its last text when that never happens.
     */
    String text(String css, String expected) throws IOException, InterruptedException {
        String quoted = JSON.writeValueAsString(css);
        return await(
                "return (document.querySelector(" + quoted + ")?.textContent ?? '').trim().replace(/\\s+/g, ' ')",
                expected::equals);
    }

    void click(String css) throws IOException, InterruptedException {
        send("POST", element(css) + "/click", "{}");
    }

    void type(String css, String text) throws IOException, InterruptedException {
        send(
                "POST",
                element(css) + "/value",
                JSON.writeValueAsString(JSON.createObjectNode().put("text", text)));
    }

    /**
     * Presses keys at the element that has the focus: characters, or the code points that WebDriver gives to Tab, Enter
     * and the others.
     */
    void press(String keys) throws IOException, InterruptedException {
        ArrayNode actions = JSON.createArrayNode();
        keys.codePoints()
                .mapToObj(Character::toString)
                .forEach(key -> Stream.of("keyDown", "keyUp")
                        .forEach(type -> actions.addObject().put("type", type).put("value", key)));
        act(actions);
    }

    /** Holds a key down so long that it repeats: it has been pressed that often, and is let go once. */
    void hold(String key, int times) throws IOException, InterruptedException {
        ArrayNode actions = JSON.createArrayNode();
        for (int time = 0; time < times; time++) {
            actions.addObject().put("type", "keyDown").put("value", key);
        }
        actions.addObject().put("type", "keyUp").put("value", key);
        act(actions);
    }

    private void act(ArrayNode actions) throws IOException, InterruptedException {
        ObjectNode keyboard = JSON.createObjectNode().put("type", "key").put("id", "keyboard");
        keyboard.set("actions", actions);
        ObjectNode body = JSON.createObjectNode();
        body.putArray("actions").add(keyboard);
        send("POST", session + "/actions", JSON.writeValueAsString(body));
    }

    /** Gives the browser another language and country, such as {@code en-US}, whose clocks have twelve hours. */
    void speak(String locale) throws IOException, InterruptedException {
        devTools("Emulation.setLocaleOverride", "{\"locale\": \"%s\"}".formatted(locale));
    }

    /** Moves the browser to a zone such as {@code Asia/Tokyo}. */
    void moveTo(String zone) throws IOException, InterruptedException {
        devTools("Emulation.setTimezoneOverride", "{\"timezoneId\": \"%s\"}".formatted(zone));
    }

    /** The first element, once there is one. */
    private String element(String css) throws IOException, InterruptedException {
        String quoted = JSON.writeValueAsString(css);
        await("return document.querySelector(" + quoted + ") ? 'there' : ''", "there"::equals);
        JsonNode found = send(
                "POST",
                session + "/element",
                JSON.writeValueAsString(
                        JSON.createObjectNode().put("using", "css selector").put("value", css)));
        return session + "/element/" + found.iterator().next().asString("");
    }

    /** The result of a script once it is as wanted; its last result when that never happens. */
    String await(String script, Predicate<String> wanted) throws IOException, InterruptedException {
        long endNs = System.nanoTime() + PATIENCE_NS;
        String last = run(script);
        while (!wanted.test(last) && System.nanoTime() < endNs) {
            TimeUnit.MILLISECONDS.sleep(50);
            last = run(script);
        }
        return last;
    }

    void shoot(String name) throws IOException, InterruptedException {
        shoot(Files.createDirectories(Path.of("target", "screenshots")).resolve(name + ".png"));
    }

    /** Writes what the window shows into a file. */
    Path shoot(Path file) throws IOException, InterruptedException {
        String png = send("GET", session + "/screenshot", "").asString("");
        return Files.write(file, Base64.getDecoder().decode(png));
    }

    /** The values of the cookies of that name which the page's server gets. */
    List<String> cookies(String name) throws IOException, InterruptedException {
        return send("GET", session + "/cookie", "")
                .valueStream()
                .filter(cookie -> cookie.path("name").asString("").equals(name))
                .map(cookie -> cookie.path("value").asString(""))
                .toList();
    }

    /**
     * Everything that the browser complained of since the last time, such as a script that the content policy stopped.
     */
    String complaints() throws IOException, InterruptedException {
        return send("POST", session + "/se/log", "{\"type\":\"browser\"}").toString();
    }

    /** Leaves the browser to the next test, which clears it; one that does not obey ends. */
    @Override
    public void close() throws IOException, InterruptedException {
        try {
            go(URI.create("about:blank"));
            IDLE.push(started);
        } catch (IOException e) {
            started.end();
            throw e;
        }
    }
}
