// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/**
 * A page as somebody may see it. A new page needs a line in {@link #ALL}: tests of all pages compare them with the
 * server's routes.
 *
 * @param name for the test's report
 * @param address path and query; {@code {said}} stands for text that somebody from outside gave
 * @param signedIn true when an administrator looks at it; else a stranger does
 * @param act things that are done there before it is looked at
 */
record Sight(String name, String address, boolean signedIn, Act act) {

    static final List<Sight> ALL = List.of(
            stranger("sign-in", "/console/sign-in"),
            new Sight("sign-in refused", "/console/sign-in", false, Sight::signInWrongly),
            stranger("set-up", "/console/set-up"),
            stranger("set-up without a key", "/console/set-up?key={said}"),
            page("overview", "/console"),
            page("events", "/console/events"),
            new Sight("dispatcher", "/console/dispatcher", true, Sight::awaitGraphs),
            page("memory and threads", "/console/dispatcher/process"),
            page("cluster", "/console/cluster?cluster={said}&sort=cpu&order=up"),
            page("cluster with all columns", "/console/cluster?cluster={said}&columns=all"),
            page("what costs what", "/console/costs?cluster={said}"),
            new Sight("node", "/console/node?cluster={said}&node={said}", true, Sight::awaitGraphs),
            new Sight("node, as a table", "/console/node?cluster={said}&node={said}", true, Sight::askForTable),
            page("cache", "/console/cache?url=http://shop.example.org/a&field={said}&client={said}&forgotten=3"),
            page("cache, asked", "/console/cache?url=http://shop.example.org/{said}&field={said}"),
            page("decisions", "/console/decisions?cluster={said}&policy=least-connections"),
            new Sight("decision", "/console/decisions?cluster={said}", true, at -> at.click(".choices summary")),
            new Sight(
                    "differences of a shadow",
                    "/console/decisions?cluster={said}&shadow=least-connections&done={said}",
                    true,
                    at -> at.click(".choices summary")),
            page("choice", "/console/decisions/choice?cluster={said}&at=1700000050000&node={said}"),
            page("configuration", "/console/config"),
            page("editor", "/console/config/file"),
            new Sight(
                    "editor with an error",
                    "/console/config/file",
                    true,
                    at -> edit(at, "clusters", "clutters", "check")),
            new Sight("preview", "/console/config/file", true, at -> edit(at, "vcn1", "vcn2", "preview")),
            page("new cluster", "/console/config/cluster/new"),
            page("cluster's form", "/console/config/cluster?cluster=shop"),
            new Sight(
                    "cluster's form with an error",
                    "/console/config/cluster?cluster=shop",
                    true,
                    at -> fill(at, "queue/size", "many")),
            page("cluster to delete", "/console/config/cluster/delete?cluster=shop"),
            page("node's form", "/console/config/node?cluster=shop&node=vcn1"),
            new Sight(
                    "node's preview",
                    "/console/config/node?cluster=shop&node=vcn1",
                    true,
                    at -> fill(at, "weight", "2")),
            page("node to delete", "/console/config/node/delete?cluster=shop&node=vcn1"),
            page("new listener", "/console/config/listener/new"),
            page("listener's form", "/console/config/listener?listener=doors"),
            new Sight(
                    "listener's form with an error",
                    "/console/config/listener?listener=doors",
                    true,
                    at -> fill(at, "timeouts/idle", "soon")),
            new Sight(
                    "listener's TLS without a certificate",
                    "/console/config/listener?listener=doors",
                    true,
                    at -> fill(at, "tls", "on")),
            page("listener to delete", "/console/config/listener/delete?listener=doors"),
            page("new route", "/console/config/route?listener=web"),
            page("route's form", "/console/config/route?listener=doors&route=1"),
            page("route at another place", "/console/config/route/move?listener=doors&route=1&place=2"),
            page("route to delete", "/console/config/route/delete?listener=doors&route=1"),
            page("form of the cache", "/console/config/cache"),
            page("earlier text", "/console/config/version?id=000001"),
            page("alerts", "/console/alerts"),
            page("logs", "/console/logs"),
            page("log", "/console/logs/view?file=access"),
            page("log without such words", "/console/logs/view?file=access&words={said}x"),
            page("tokens", "/console/tokens"),
            new Sight("token, shown once", "/console/tokens", true, Sight::makeToken),
            page("changes", "/console/audit"),
            page("changes without such words", "/console/audit?words={said}x"),
            page("users", "/console/users"),
            page("user", "/console/users/user?name=ann"),
            new Sight("link for a user", "/console/users", true, Sight::invite),
            page("own account", "/console/account"),
            page("docs", "/console/docs?page=docs/guides/console.md"),
            page("docs found", "/console/docs?words={said}"),
            page("policies", "/console/docs/policies"),
            page("about", "/console/docs/about"),
            page("refusal", "/console/cluster?cluster={said}x"),
            page("no such page", "/console/nothing"),
            // the last, because the session is doubted from then on
            new Sight("password again", "/console/users", true, Sight::askPassword));

    /** Addresses that are read, but are not pages. */
    static final Set<String> NO_PAGES = Set.of(
            "/console/live",
            "/console/health",
            "/console/decisions/watch",
            "/console/logs/download",
            "/console/docs/image",
            "/static/{file}");

    /** Something done on a page. */
    @FunctionalInterface
    interface Act {
        void on(Chromium browser) throws IOException, InterruptedException;
    }

    private static Sight page(String name, String address) {
        return new Sight(name, address, true, browser -> {});
    }

    private static Sight stranger(String name, String address) {
        return new Sight(name, address, false, browser -> {});
    }

    /** The path, as a route has it. */
    String path() {
        return address.replaceFirst("\\?.*", "");
    }

    /** Goes there and does the act. */
    void visit(Site site) throws IOException, InterruptedException {
        site.browser.go(signedIn ? site.at(address) : site.outside(address));
        act.on(site.browser);
    }

    /** Sends a form and waits for the page that answers it; the one before has a mark. */
    private static void submit(Chromium browser, String button) throws IOException, InterruptedException {
        browser.run("window.before = true; return ''");
        browser.click(button);
        String arrived = "return window.before ? 'before' : document.readyState";
        assertThat(browser.await(arrived, "complete"::equals)).isEqualTo("complete");
    }

    private static void signInWrongly(Chromium browser) throws IOException, InterruptedException {
        browser.type("#name", "somebody");
        browser.type("#password", "a guess");
        submit(browser, "button.main");
    }

    private static void invite(Chromium browser) throws IOException, InterruptedException {
        browser.type("#name", "bob");
        submit(browser, "form[action$=add] button");
    }

    /** Shows the session from another browser, so that its owner has to give the password again. */
    private static void askPassword(Chromium browser) throws IOException, InterruptedException {
        URI at = URI.create(browser.run("return location.href"));
        String name = "evenkeel-" + at.getPort();
        HttpRequest elsewhere = HttpRequest.newBuilder(at)
                .header("Cookie", name + "=" + browser.cookies(name).get(0))
                .header("User-Agent", "another browser")
                .build();
        HttpClient.newHttpClient().send(elsewhere, HttpResponse.BodyHandlers.discarding());
        invite(browser);
    }

    private static void makeToken(Chromium browser) throws IOException, InterruptedException {
        browser.run("document.getElementById('name').value = 't' + Date.now(); return ''");
        submit(browser, "button.main");
    }

    private static void awaitGraphs(Chromium browser) throws IOException, InterruptedException {
        browser.await(
                "return document.querySelector('.past [role=status]').textContent", text -> !text.equals("Loading."));
    }

    private static void askForTable(Chromium browser) throws IOException, InterruptedException {
        awaitGraphs(browser);
        browser.click("input[name=table]");
    }

    private static void fill(Chromium browser, String field, String value) throws IOException, InterruptedException {
        browser.run("document.getElementById(arguments[0]).value = arguments[1]; return ''", field, value);
        submit(browser, "button.main");
    }

    private static void edit(Chromium browser, String what, String by, String button)
            throws IOException, InterruptedException {
        browser.run(
                "const t = document.getElementById('text'); t.value = t.value.replace(arguments[0], arguments[1]);"
                        + " return ''",
                what,
                by);
        submit(browser, "button[value=" + button + "]");
    }

    @Override
    public String toString() {
        return name;
    }
}
