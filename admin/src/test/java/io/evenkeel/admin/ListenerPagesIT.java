// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.listener.RouteSettings;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Listeners and their routes in forms, over a dispatcher that runs with a file. */
class ListenerPagesIT extends FormConsole {

    private static final String LISTENER = LIST + "/listener";
    private static final String ROUTE = LIST + "/route";
    private static final String WEB = LISTENER + "?listener=web";

    @Override
    String text(int port) {
        return """
                # our doors
                listeners:
                  # everybody
                  - name: web
                    address: "127.0.0.1:0"   # any port
                    # the order counts
                    routes:
                      - {path: /bank, cluster: bank}   # money first
                      # the rest
                      - {cluster: shop}
                    trusted:
                      - 10.0.0.0/8   # ours
                      - 192.168.0.0/16
                  - {name: back, address: "127.0.0.1:0", cluster: shop}   # for us
                clusters:
                  shop: {nodes: ["127.0.0.1:%d"]}
                  bank: {nodes: ["127.0.0.1:%d"]}
                """.formatted(port, port);
    }

    private List<String> listeners() {
        return dispatcher.control().dispatcher().listeners().stream()
                .map(each -> each.name() + " " + each.protocol())
                .toList();
    }

    @Test
    void changesAnAddressAndWhatIsBelowIt() throws Exception {
        int before = dispatcher.port("back");

        carry(
                LISTENER + "?listener=back",
                "address",
                "localhost:0",
                "timeouts/idle",
                "7s",
                "limits/body",
                "2MB",
                "trusted",
                "::1\r\n");

        assertThat(file())
                .isEqualTo(
                        text.replace(
                                "- {name: back, address: \"127.0.0.1:0\", cluster: shop}",
                                "- {name: back, address: \"localhost:0\", cluster: shop, trusted: [\"::1\"], timeouts: {idle: 7s}, limits: {body: 2MB}}"));
        assertThat(ask("back", "/")).isEqualTo(200);
        assertThat(dispatcher.port("back")).isNotEqualTo(before);
        assertThat(browser.get("/console/audit", HTML, ann).body())
                .contains("listener changed", ">back<", "spring sale");
    }

    @Test
    void keepsTheLinesOfNetworksThatStay() throws Exception {
        carry(WEB, "trusted", "10.0.0.0/8\n172.16.0.0/12");
        assertThat(file()).isEqualTo(text.replace("192.168.0.0/16", "172.16.0.0/12"));
        text = file();

        carry(WEB, "trusted", "");
        assertThat(file()).isEqualTo(text.replaceFirst("(?s)    trusted:.*/12\n", ""));
    }

    @Test
    void makesAListenerAndDeletesIt() throws Exception {
        Answer applied = carry(
                LISTENER + "/new",
                "name",
                "till",
                "address",
                "127.0.0.1:0",
                "protocol",
                "tcp",
                "cluster",
                "bank",
                "timeouts/idle",
                "5s");

        assertThat(applied.head()).contains("Location: " + LISTENER + "?listener=till&done=applied");
        assertThat(file())
                .isEqualTo(
                        text.replace(
                                "# for us\n",
                                "# for us\n  - {name: till, address: \"127.0.0.1:0\", protocol: tcp, cluster: bank, timeouts: {idle: 5s}}\n"));
        assertThat(listeners()).containsExactly("web http", "back http", "till tcp");
        assertThat(ask("till", "/")).isEqualTo(200);
        assertThat(browser.get(LIST, HTML, ann).body()).contains("aria-label=\"Edit listener till\"");
        assertThat(browser.get(LISTENER + "?listener=till", HTML, ann).body())
                .contains("sees neither hosts nor paths")
                .doesNotContain("Add a route");

        String made = file();
        text = made;
        assertThat(browser.get(LISTENER + "/delete?listener=till", HTML, ann).body())
                .contains("Open connections: ", "It listens on 127.0.0.1:");
        carry(LISTENER + "/delete?listener=web");
        assertThat(file()).isEqualTo(made.replaceFirst("(?s)  # everybody.*?(?=  - .name: back)", ""));
        assertThat(listeners()).containsExactly("back http", "till tcp");
        assertThat(browser.get(WEB, HTML, ann).status()).isEqualTo(404);
        assertThat(browser.get("/console/audit", HTML, ann).body()).contains("listener added", "listener deleted");
    }

    @Test
    void keepsTheLastListener() throws Exception {
        carry(LISTENER + "/delete?listener=back");

        Answer last = send(LISTENER + "/delete", "preview", form(LISTENER + "/delete?listener=web"));

        assertThat(last.status()).isEqualTo(422);
        assertThat(last.body()).contains("it is the only listener");
    }

    @Test
    void renamesAListener() throws Exception {
        Answer applied = carry(WEB, "name", "front");

        assertThat(file()).isEqualTo(text.replace("name: web", "name: front"));
        assertThat(applied.head()).contains("Location: " + LISTENER + "?listener=front&done=applied");
        assertThat(listeners()).containsExactly("front http", "back http");
    }

    @Test
    void saysThatAPortCannotChangeItsListener() throws Exception {
        String fixed = text.replace("back, address: \"127.0.0.1:0\"", "back, address: \"127.0.0.1:18089\"");
        Files.writeString(path, fixed);
        for (String[] change : new String[][] {{"name", "till"}, {"protocol", "tcp"}}) {
            Answer answer = send(LISTENER, "preview", form(LISTENER + "?listener=back", change[0], change[1]));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.body()).contains("id=\"" + change[0] + "-error\"", "that the present one still holds");
        }
        Answer moved = send(
                LISTENER, "preview", form(LISTENER + "?listener=back", "name", "till", "address", "127.0.0.1:18090"));
        assertThat(moved.status()).isEqualTo(200);
        assertThat(file()).isEqualTo(fixed);
    }

    private List<String> targets(String listener) {
        return dispatcher.control().settings().listeners().stream()
                .filter(each -> each.name().equals(listener))
                .flatMap(each -> each.routes().stream())
                .map(RouteSettings::cluster)
                .toList();
    }

    @Test
    void listsRoutesInOrderAndMovesThem() throws Exception {
        String page = browser.get(WEB, HTML, ann).body();
        assertThat(page.indexOf("<td>/bank</td>")).isPositive().isLessThan(page.indexOf("Edit route 2"));
        assertThat(page)
                .contains("Move route 1 down", "Move route 2 up")
                .doesNotContain("Move route 1 up", "Move route 2 down");
        carry(ROUTE + "?listener=web", "path", "/shop", "cluster", "shop");
        text = file();
        assertThat(targets("web")).as("before the one for everything").containsExactly("bank", "shop", "shop");

        Answer preview = browser.get(ROUTE + "/move?listener=web&route=1&place=2", HTML, ann);

        assertThat(preview.status()).as(preview.body()).isEqualTo(200);
        assertThat(preview.body()).contains("What would change", "nothing has been written yet");
        assertThat(file()).isEqualTo(text);
        assertThat(send(ROUTE, "form", with(preview)).body()).contains("<option value=\"2\" selected>");
        assertThat(send(ROUTE, "apply", with(preview, "why", "shop first")).status())
                .isEqualTo(303);
        assertThat(targets("web")).containsExactly("shop", "bank", "shop");
        assertThat(file())
                .containsSubsequence("{path: /shop", "{path: /bank", "# money first", "# the rest", "{cluster: shop}");
        assertThat(file().lines().sorted())
                .containsExactlyElementsOf(text.lines().sorted().toList());
        assertThat(browser.get(ROUTE + "/move?listener=web&route=1&place=9", HTML, ann)
                        .body())
                .contains("there is no such place");
    }

    @Test
    void addsARouteToAListenerThatHadNone() throws Exception {
        assertThat(browser.get(ROUTE + "?listener=back", HTML, ann).body()).contains("Everything else goes on to shop");

        carry(ROUTE + "?listener=back", "host", "bank.example.org", "cluster", "bank");

        assertThat(file())
                .isEqualTo(text.replace(
                        ", cluster: shop}   # for us",
                        ", routes: [{host: bank.example.org, cluster: bank}, {cluster: shop}]}   # for us"));
        assertThat(ask("back", "/")).isEqualTo(200);
        text = file();

        carry(LISTENER + "?listener=back", "cluster", "bank");

        assertThat(file()).doesNotContain("bank.example.org").contains("cluster: bank}   # for us");
        assertThat(targets("back")).containsExactly("bank");
    }

    @Test
    void changesAndDeletesRoutes() throws Exception {
        assertThat(ask("web", "/bank/in")).isEqualTo(200);
        carry(ROUTE + "?listener=web&route=1", "host", "*.example.org", "path", "", "cluster", "shop");
        assertThat(file())
                .isEqualTo(text.replace("{path: /bank, cluster: bank}", "{cluster: shop, host: \"*.example.org\"}"));
        text = file();

        carry(ROUTE + "/delete?listener=web&route=2", "comment", "keep");
        assertThat(file()).isEqualTo(text.replace("      - {cluster: shop}\n", ""));
        assertThat(ask("web", "/")).as("nothing is left for it").isEqualTo(404);

        Answer last = send(ROUTE + "/delete", "preview", form(ROUTE + "/delete?listener=web&route=1"));
        assertThat(last.status()).isEqualTo(422);
        assertThat(last.body()).contains("it is the only route");
        assertThat(browser.get("/console/audit", HTML, ann).body())
                .contains("route changed", "route deleted", "web, route 2");
    }

    @Test
    void followsARouteThatOthersMovedAndRefusesOneThatIsGone() throws Exception {
        Map<String, String> fields = form(ROUTE + "?listener=web&route=2", "path", "/all");
        Files.writeString(
                path, text.replace("      # the rest\n", "      - {path: /new, cluster: bank}\n      # the rest\n"));

        Answer preview = send(ROUTE, "preview", fields);

        assertThat(preview.status()).isEqualTo(200);
        assertThat(send(ROUTE, "apply", with(preview)).status()).isEqualTo(303);
        assertThat(file())
                .contains("- {path: /new, cluster: bank}\n      # the rest\n      - {cluster: shop, path: /all}");
        Answer gone = send(ROUTE, "preview", fields);
        assertThat(gone.status()).isEqualTo(409);
        assertThat(gone.body()).contains("has changed on disk", "nothing was written");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/console/config/listener?listener=back|address|nowhere|must be an address host:port",
                "/console/config/listener?listener=back|name|web|two listeners are named",
                "/console/config/listener?listener=back|name|a b|must be a name of letters",
                "/console/config/listener?listener=back|address||'address' must be given",
                "/console/config/listener?listener=back|cluster||a listener needs a 'cluster'",
                "/console/config/listener?listener=back|cluster|shp|did you mean 'shop'",
                "/console/config/listener?listener=back|trusted|10.0.0.0/8 x|must be a network",
                "/console/config/listener?listener=back|limits/fields|many|must be a whole number",
                "/console/config/listener?listener=web|timeouts/idle|soon|must be a time above 0",
                "/console/config/listener/new|address|x|must be an address host:port",
                "/console/config/listener/new|cluster||a listener needs a 'cluster'",
                "/console/config/route?listener=web|cluster||'cluster' is missing from this route",
                "/console/config/route?listener=web|path|shop|must be a path that begins with /",
                "/console/config/route?listener=web&route=1|host|a b|must be a host name",
                "/console/config/route?listener=web&route=1|place|7|there is no such place",
                "/console/config/cluster?cluster=shop|name||'name' must be given",
                "/console/config/cluster?cluster=shop|name|bank|there is a cluster 'bank' already",
                "/console/config/cluster?cluster=shop|name|a b|must be a name of letters",
            })
    void saysWhatIsWrongBesideTheField(String page, String field, String value, String sentence) throws Exception {
        String typed = value == null ? "" : value;
        Map<String, String> fields = page.endsWith("/new")
                ? form(page, "name", "till", "address", "127.0.0.1:0", "cluster", "bank", field, typed)
                : page.endsWith("route?listener=web")
                        ? form(page, "host", "a.example.org", "cluster", "bank", field, typed)
                        : form(page, field, typed);

        Answer answer = send(page.replaceFirst("\\?.*", ""), "preview", fields);

        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("id=\"" + field + "-error\"");
        assertThat(answer.body().replace("&#39;", "'")).contains(sentence);
        assertThat(PageForm.of(answer.body())).as("what was typed").containsAllEntriesOf(Map.of(field, typed));
        assertThat(file()).isEqualTo(text);
    }

    @Test
    void ledByRoutesItCannotBecomeTcp() throws Exception {
        Answer answer = send(LISTENER, "preview", form(WEB, "protocol", "tcp"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("sees neither hosts nor paths", "id=\"cluster-error\"");
        carry(WEB, "protocol", "tcp", "cluster", "bank");
        assertThat(listeners()).containsExactly("web tcp", "back http");
        assertThat(file()).doesNotContain("routes").contains("    cluster: bank\n");
    }

    @Test
    void helpsWithTheWordsOfTheReference() throws Exception {
        assertThat(browser.get(WEB, HTML, ann).body())
                .contains(
                        "The longest silence of a client on a new connection",
                        "placeholder=\"default: 10s\"",
                        "Networks whose PROXY headers",
                        "10.0.0.0/8\n192.168.0.0/16</textarea>",
                        "Set in line 5.",
                        "its statistics begin again")
                .doesNotContain(" style=", "onclick");
        assertThat(browser.get(ROUTE + "?listener=web&route=1", HTML, ann).body())
                .contains("Exact host, or *.example.org", "value=\"/bank\"", "<option value=\"bank\" selected>");
    }

    @Test
    void renamesAClusterWhereverItIsNamed() throws Exception {
        text = text.replace("cluster: bank}   # money", "cluster: \"bank\"}   # money");
        Files.writeString(path, text);
        assertThat(ask("web", "/")).isEqualTo(200);
        String page = browser.get(LIST + "/cluster?cluster=shop", HTML, ann).body();
        assertThat(page).contains("its history and what the policy has learned begin again");

        Answer applied = carry(LIST + "/cluster?cluster=shop", "name", "store", "queue/size", "9");

        assertThat(file())
                .isEqualTo(text.replace("cluster: shop", "cluster: store")
                        .replaceFirst("  shop: (.*)}\n", "  store: $1, queue: {size: 9}}\n"));
        assertThat(applied.head()).contains("Location: " + LIST + "/cluster?cluster=store&done=applied");
        assertThat(ask("web", "/")).isEqualTo(200);
        assertThat(ask("back", "/")).isEqualTo(200);
        assertThat(dispatcher.control().cluster("store").nodes().get(0).counts().started())
                .as("begun again")
                .isEqualTo(2);
        text = file();
        carry(LIST + "/cluster?cluster=bank", "name", "vault");
        assertThat(file()).isEqualTo(text.replace("\"bank\"", "\"vault\"").replace("  bank:", "  vault:"));
        assertThat(browser.get("/console/audit", HTML, ann).body())
                .contains("cluster renamed", "shop, now store", "bank, now vault");
    }

    @Test
    void renamesNoClusterThatIsNamedElsewhereInAWayItCannotChange() throws Exception {
        String shared = text.replaceFirst("cluster: shop", "cluster: &c shop")
                .replaceFirst("cluster: shop}   #", "cluster: *c}   #");
        Files.writeString(path, shared);

        Answer answer = send(LIST + "/cluster", "preview", form(LIST + "/cluster?cluster=shop", "name", "store"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("without damage", "Line 10 of the file", "&amp;c");
        assertThat(file()).isEqualTo(shared);
    }

    @Test
    void renamesANode() throws Exception {
        String address = "127.0.0.1:" + node.getAddress().getPort();
        carry(LIST + "/node?cluster=shop&node=" + address, "name", "vcn1");

        assertThat(file())
                .isEqualTo(text.replaceFirst(
                        "nodes: \\[\"[0-9.:]*\"]", "nodes: [{address: " + address + ", name: vcn1}]"));
        text = file();
        carry(LIST + "/node?cluster=shop&node=vcn1", "name", "vcn2");

        assertThat(file()).isEqualTo(text.replace("vcn1", "vcn2"));
        assertThat(dispatcher.control().cluster("shop").nodes().get(0).name()).isEqualTo("vcn2");
    }

    @Test
    void letsNobodyElseIn() throws Exception {
        Map<String, String> fields = form(LISTENER + "?listener=back", "address", "localhost:0");
        fields.put("do", "apply");
        for (Role role : new Role[] {Role.VIEWER, Role.OPERATOR}) {
            String cookie = session("some-" + role, role);
            assertThat(browser.get(LIST, HTML, cookie).body()).contains(">web<").doesNotContain("config/listener");
            for (String address :
                    new String[] {LISTENER, LISTENER + "/new", LISTENER + "/delete", ROUTE, ROUTE + "/delete"}) {
                assertThat(browser.get(address + "?listener=back", HTML, cookie).status())
                        .as(address)
                        .isEqualTo(403);
                assertThat(browser.post(address, fields, cookie).status())
                        .as(address)
                        .isEqualTo(403);
            }
        }
        assertThat(file()).isEqualTo(text);
    }

    @Test
    void escapesNames() throws Exception {
        String evil = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";
        for (String page : new String[] {LISTENER + "?listener=back", ROUTE + "?listener=web&route=1"}) {
            String field = page.contains("route") ? "path" : "name";
            Answer answer = send(page.replaceFirst("\\?.*", ""), "preview", form(page, field, evil));
            assertThat(answer.body()).contains("&lt;img src=x").doesNotContain("<img src=x", "<script>");
        }
        assertThat(browser.get(LISTENER + "?listener=%22%3E%3Cscript%3E", HTML, ann)
                        .body())
                .doesNotContain("\"><script>");
    }
}
