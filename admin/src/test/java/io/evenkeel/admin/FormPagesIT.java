// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.Browser.Answer;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clusters and nodes in forms, over a dispatcher that runs with a file. */
class FormPagesIT extends FormConsole {

    private static final String LIST = "/console/config";
    private static final String CLUSTER = "/console/config/cluster";
    private static final String SHOP = CLUSTER + "?cluster=shop";
    private static final String NODE = "/console/config/node";

    @Override
    String text(int port) {
        return """
                # our shop
                listeners:
                  - {name: web, address: "127.0.0.1:0", cluster: shop}   # the door
                clusters:
                  # sells things
                  shop:
                    policy: round-robin   # for now
                    nodes:
                      # the first of them
                      - {name: vcn1, address: "127.0.0.1:%d"}   # in rack 1
                      - {name: vcn2, address: "127.0.0.1:%d", weight: 2}
                    queue: {size: 10}   # short
                    agent: {token: "${env:NO_SUCH_THING:-s3cret-agent}"}

                  # nobody asks it
                  spare:
                    nodes: [127.0.0.1:18080]
                """.formatted(port, port);
    }

    @Test
    void addsANodeThatGetsTraffic() throws Exception {
        String address = "127.0.0.1:" + node.getAddress().getPort();

        Answer applied = carry(NODE + "?cluster=shop", "name", "vcn3", "address", address, "max-in-flight", "7");

        assertThat(applied.head()).contains("Location: " + SHOP + "&done=applied");
        assertThat(file())
                .isEqualTo(text.replace(
                        "weight: 2}\n",
                        "weight: 2}\n      - {name: vcn3, address: \"" + address + "\", max-in-flight: 7}\n"));
        assertThat(browser.get(SHOP + "&done=applied", HTML, ann).body()).contains("Applied.", ">vcn3<");
        assertThat(browser.get("/console/audit", HTML, ann).body()).contains("node added", "shop/vcn3", "spring sale");
        assertThat(browser.get(LIST, HTML, ann).body()).contains("version?id=000001", "spring sale");
        for (int i = 0; i < 6; i++) {
            assertThat(ask("web", "/")).isEqualTo(200);
        }
        NodeView added = dispatcher.control().cluster("shop").nodes().get(2);
        assertThat(added.name()).isEqualTo("vcn3");
        assertThat(added.counts().started()).isPositive();
    }

    @Test
    void changesAndDeletesNodes() throws Exception {
        carry(NODE + "?cluster=shop&node=vcn2", "weight", "", "max-connections", "9");
        assertThat(file()).isEqualTo(text.replace("weight: 2}", "max-connections: 9}"));
        text = file();

        assertThat(browser.get(NODE + "/delete?cluster=shop&node=vcn1", HTML, ann)
                        .body())
                .contains("not drained", "In flight: 0.", "Active sessions, by their cookie: 0.");
        carry(NODE + "/delete?cluster=shop&node=vcn1");
        assertThat(file())
                .doesNotContain("vcn1", "the first of them", "in rack 1")
                .contains("vcn2", "# sells things");
        assertThat(dispatcher.control().cluster("shop").nodes()).hasSize(1);

        Answer last = send(NODE + "/delete", "preview", form(NODE + "/delete?cluster=shop&node=vcn2"));
        assertThat(last.status()).isEqualTo(422);
        assertThat(last.body()).contains("the only node");
    }

    @Test
    void keepsTheCommentOfANodeThatGoesWhenAsked() throws Exception {
        carry(NODE + "/delete?cluster=shop&node=vcn1", "comment", "keep");

        assertThat(file()).contains("# the first of them").doesNotContain("vcn1");
    }

    @Test
    void changesSettingsInWhateverFormTheFileHasThem() throws Exception {
        carry(
                SHOP,
                "policy/name",
                "fastest-response",
                "slow-start",
                "30s",
                "queue/size",
                "",
                "queue/timeout",
                "3s",
                "timeouts/connect",
                "1s",
                "health",
                "on",
                "health/path",
                "/health",
                "ejection",
                "off");

        assertThat(file())
                .isEqualTo(
                        text.replace("round-robin ", "fastest-response ")
                                .replace("{size: 10}", "{timeout: 3s}")
                                .replace(
                                        "s3cret-agent}\"}\n",
                                        "s3cret-agent}\"}\n    slow-start: 30s\n    health: /health\n    ejection: off\n    timeouts: {connect: 1s}\n"));
        text = file();

        carry(SHOP, "policy/window", "2s", "health", "", "health/path", "", "ejection", "", "queue/timeout", "");

        assertThat(file())
                .contains("policy: {name: fastest-response, window: 2s}   # for now", "slow-start: 30s")
                .doesNotContain("health", "ejection", "queue");
        text = file();
        carry(SHOP, "policy/name", "round-robin");
        assertThat(file()).as("parameters of the other policy").contains("policy: {name: round-robin}   # for now");
    }

    @Test
    void showsTheParametersOfThePolicyThatIsChosen() throws Exception {
        Answer shown = send(CLUSTER, "form", form(SHOP, "policy/name", "fastest-response", "slow-start", "7s"));

        assertThat(shown.body()).contains("id=\"policy/window\"", "value=\"7s\"");
        assertThat(file()).isEqualTo(text);
    }

    @Test
    void helpsWithTheWordsOfTheReference() throws Exception {
        String page = browser.get(SHOP, HTML, ann).body();

        assertThat(page)
                .contains(
                        "The longest wait of one task.",
                        "placeholder=\"default: 600ms\"",
                        "a time above 0 with its unit",
                        "id=\"queue/timeout-help\"",
                        "aria-describedby=\"queue/timeout-help\"",
                        "listener web, line 3",
                        "Its value is not in the file itself",
                        "/console/docs/policies#headroom")
                .doesNotContain("s3cret-agent\" ", " style=", "onclick");
    }

    @Test
    void makesAClusterWithItsListener() throws Exception {
        String address = "127.0.0.1:" + node.getAddress().getPort();

        carry(
                CLUSTER + "/new",
                "name",
                "bank",
                "nodes",
                "vault " + address + "\r\n\r\n",
                "listener/name",
                "till",
                "listener/address",
                "127.0.0.1:0",
                "listener/protocol",
                "tcp",
                "policy/name",
                "least-connections");

        assertThat(file())
                .contains("# the door\n  - {name: till, address: \"127.0.0.1:0\", protocol: tcp, cluster: bank}\n")
                .endsWith("""

                          bank:
                            policy: least-connections
                            nodes:
                              - {name: vault, address: "%s"}
                        """.formatted(address).indent(0));
        assertThat(ask("till", "/")).isEqualTo(200);
        assertThat(browser.get(LIST, HTML, ann).body()).contains(">bank<", "till (tcp)");
    }

    @Test
    void makesAClusterWithSettingsOfItsOwn() throws Exception {
        carry(CLUSTER + "/new", "name", "bank", "nodes", "127.0.0.1:18081", "slow-start", "30s", "queue/size", "7");

        assertThat(file()).endsWith("""

                  bank:
                    nodes:
                      - 127.0.0.1:18081
                    queue: {size: 7}
                    slow-start: 30s
                """);
    }

    @Test
    void deletesAClusterThatNothingLeadsTo() throws Exception {
        Answer used = send(CLUSTER + "/delete", "preview", form(CLUSTER + "/delete?cluster=shop"));
        assertThat(used.status()).isEqualTo(422);
        assertThat(used.body()).contains("it is used by listener web, line 3");

        carry(CLUSTER + "/delete?cluster=spare");

        assertThat(file()).isEqualTo(text.replaceFirst("(?s)\n  # nobody.*", ""));
        assertThat(browser.get(SHOP.replace("shop", "spare"), HTML, ann).status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "/console/config/node?cluster=shop|address||'address' must be given",
                "/console/config/node?cluster=shop|address|nowhere|must be an address host:port",
                "/console/config/node?cluster=shop&node=vcn1|weight|-1|must be a number above 0",
                "/console/config/node?cluster=shop&node=vcn1|name|vcn2|two nodes of this cluster are named",
                "/console/config/node?cluster=shop&node=vcn1|name|a b|must be a name of letters",
                "/console/config/node?cluster=shop&node=vcn1|name|{x: [|must be a name of letters",
                "/console/config/cluster?cluster=shop|queue/timeout|soon|must be a time above 0",
                "/console/config/cluster?cluster=shop|queue/size|many|must be a whole number",
                "/console/config/cluster?cluster=shop|health|on|needs a 'path'",
                "/console/config/cluster?cluster=shop|health/path|/x|no effect while 'health' is not used",
                "/console/config/cluster?cluster=shop|policy/name|nobody|there is no policy 'nobody'",
                "/console/config/cluster?cluster=shop|affinity/name|a b|must be the name of a cookie",
                "/console/config/cluster/new|name||'name' must be given",
                "/console/config/cluster/new|name|shop|there is a cluster 'shop' already",
                "/console/config/cluster/new|nodes|a b c|must be an address, or a name and an address",
                "/console/config/cluster/new|nodes|vcn1 here|must be an address host:port",
                "/console/config/cluster/new|listener/address|x|must be an address host:port",
            })
    void saysWhatIsWrongBesideTheField(String page, String field, String value, String sentence) throws Exception {
        String typed = value == null ? "" : value;
        Map<String, String> fields = page.endsWith("/new")
                ? form(page, "name", "bank", "nodes", "127.0.0.1:1", field, typed)
                : form(page, field, typed);
        if (page.endsWith("node?cluster=shop")) {
            fields.put("max-in-flight", "5");
        }

        Answer answer = send(page.replaceFirst("\\?.*", ""), "preview", fields);

        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.body()).contains("<a href=\"#" + field + "\">", "id=\"" + field + "-error\"");
        assertThat(answer.body().replace("&#39;", "'")).contains(sentence);
        assertThat(PageForm.of(answer.body())).as("what was typed").containsAllEntriesOf(Map.of(field, typed));
        assertThat(file()).isEqualTo(text);
        assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(1);
    }

    @Test
    void writesNothingOverAChangeByHand() throws Exception {
        Answer preview = send(CLUSTER, "preview", form(SHOP, "queue/size", "20"));
        String byHand = text.replace("round-robin", "random") + "# by hand\n";
        Files.writeString(path, byHand);

        Answer answer = send(CLUSTER, "apply", with(preview));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body()).contains("has changed since you saw it", "nothing was written");
        assertThat(file()).isEqualTo(byHand);
        assertThat(send(CLUSTER, "apply", with(answer)).status())
                .as("knowing it")
                .isEqualTo(303);
        assertThat(file()).as("both changes").isEqualTo(byHand.replace("size: 10", "size: 20"));
    }

    @Test
    void tiesUsersToNodesInTheShortForm() throws Exception {
        carry(SHOP, "affinity/mode", "jvm-route");

        assertThat(file()).contains("    affinity: jvm-route\n");
        assertThat(dispatcher.control().sessions("shop").mode()).isEqualTo("jvm-route");
        assertThat(form(SHOP)).containsEntry("affinity/mode", "jvm-route");
        Answer answer = send(CLUSTER, "preview", form(SHOP, "assign", "connection"));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body())
                .as("a short form has one place for the section and its key")
                .contains("<a href=\"#affinity/mode\">", "id=\"affinity/mode-error\"", "both tie clients to nodes");
    }

    @Test
    void leavesAFileWithErrorsAlone() throws Exception {
        Map<String, String> fields = form(SHOP, "queue/size", "20");
        String broken = text.replace("policy:", "polcy:");
        Files.writeString(path, broken);

        Answer answer = send(CLUSTER, "preview", fields);

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("has errors, so no form can change it", "/console/config/file");
        Files.writeString(path, "a: [");
        assertThat(browser.get(SHOP, HTML, ann).status()).isEqualTo(409);
        assertThat(file()).isEqualTo("a: [");
    }

    @Test
    void leavesToTheTextWhatAFormWouldHarm() throws Exception {
        String shared = text.replace("queue: {size: 10}", "queue: &q {size: 10}")
                .replace("[127.0.0.1:18080]", "[127.0.0.1:18080]\n    queue: *q");
        Files.writeString(path, shared);

        Answer answer = send(CLUSTER, "preview", form(SHOP, "queue/size", "20"));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("without damage", "Line 12 of the file", "&amp;q", "/console/config/file");
        assertThat(file()).isEqualTo(shared);
    }

    @Test
    void letsNobodyElseIn() throws Exception {
        Map<String, String> fields = form(SHOP, "queue/size", "20");
        fields.put("do", "apply");
        for (Role role : new Role[] {Role.VIEWER, Role.OPERATOR}) {
            String cookie = session("some-" + role, role);
            assertThat(browser.get(LIST, HTML, cookie).body())
                    .contains(">shop<", "web (http)")
                    .doesNotContain("config/cluster", "New cluster");
            for (String address :
                    new String[] {CLUSTER, CLUSTER + "/new", CLUSTER + "/delete", NODE, NODE + "/delete"}) {
                assertThat(browser.get(address + "?cluster=shop&node=vcn1", HTML, cookie)
                                .status())
                        .as(address)
                        .isEqualTo(403);
                assertThat(browser.post(address, fields, cookie).status())
                        .as(address)
                        .isEqualTo(403);
            }
        }
        assertThat(browser.post(CLUSTER, fields, ann, "Sec-Fetch-Site: cross-site")
                        .status())
                .isEqualTo(403);
        assertThat(file()).isEqualTo(text);
    }

    @Test
    void escapesNames() throws Exception {
        String evil = "\"><script>alert(1)</script><img src=x onerror=alert(1)>";
        Answer answer = send(NODE, "preview", form(NODE + "?cluster=shop", "name", evil, "address", evil));
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body()).contains("&lt;img src=x").doesNotContain("<img src=x", "<script>");
        Answer made = send(CLUSTER + "/new", "preview", form(CLUSTER + "/new", "name", evil, "nodes", evil));
        assertThat(made.body()).contains("&lt;img src=x").doesNotContain("<img src=x", "<script>");
        assertThat(browser.get(SHOP + "%22%3E%3Cscript%3E", HTML, ann).body()).doesNotContain("\"><script>");
        assertThat(file()).isEqualTo(text);
    }

    @Test
    void saysWhenThereIsNoFile() throws Exception {
        try (Dispatcher demo = Dispatcher.start(SettingsFile.of(text, "demo.yaml"));
                AdminServer other = AdminServer.start(
                        new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), demo.control(), null)) {
            Browser there = new Browser(other.url());
            String token = "Authorization: Bearer sesame";
            assertThat(there.get(LIST, HTML, token).body()).contains(">shop<").doesNotContain("config/cluster");
            assertThat(there.get(SHOP, HTML, token).status()).isEqualTo(409);
        }
    }
}
