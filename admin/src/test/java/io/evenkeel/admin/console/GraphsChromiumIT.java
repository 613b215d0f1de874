// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.HistorySettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.control.EventView;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs of a cluster and of the dispatcher, and events that come while the page is open, in Debian's Chromium. */
@QuickPasswords
@Tag("thorough")
class GraphsChromiumIT {

    private static final String HEADINGS =
            "return [...document.querySelectorAll('.graph h3')].map(each => each.firstChild.textContent).join('|')";

    /** Tells whether a text of a graph goes beyond the graph. */
    private static final String CUT = """
            const graphs = [...document.querySelectorAll('.graph .draw')].map(each => echarts.getInstanceByDom(each));
            const cut = graphs.flatMap(graph => graph.getZr().storage.getDisplayList(true)
              .filter(each => each.type === 'tspan').filter(each => {
                const box = each.getBoundingRect().clone();
                each.transform && box.applyTransform(each.transform);
                return box.x + box.width > graph.getWidth() + 1 || box.y + box.height > graph.getHeight() + 1;
              }).map(each => each.style.text));
            return graphs.length < 4 ? 'too few' : cut.length > 0 ? cut.join() : 'whole';
            """;

    private static final String LEGENDS =
            "return [...new Set([...document.querySelectorAll('.graph .draw')].map(each => echarts.getInstanceByDom(each)"
                    + ".getOption().legend[0].orient))].join()";

    @Test
    void drawsTheClusterTheDispatcherAndWhatHappens(@TempDir Path folder) throws Exception {
        Chromium.need();
        ScriptedControl control = new ScriptedControl();
        HistorySettings history =
                new HistorySettings(true, folder.resolve("past").toString());
        try (AdminServer server = AdminServer.start(
                        new AdminSettings(new HostPort("127.0.0.1", 0), null, history), control, null);
                Chromium browser = new Chromium(1280, 1400, false)) {
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");
            browser.text("h1", "Overview");
            assertThat(browser.text(
                            "#events p",
                            "Nothing has happened since Evenkeel started: no node changed its state,"
                                    + " and nothing was reloaded."))
                    .startsWith("Nothing has happened");
            control.events.add(
                    0, new EventView(System.currentTimeMillis(), "warn", "node", "shop/vcn1 is ejected: 3 <b>"));
            assertThat(browser.text("#events li span", "warn shop/vcn1 is ejected: 3 <b> node"))
                    .as("live, without a reload")
                    .isEqualTo("warn shop/vcn1 is ejected: 3 <b> node");
            assertThat(browser.run("return document.querySelector('#events li a').getAttribute('href')"))
                    .isEqualTo("/console/node?cluster=shop&node=vcn1");
            browser.shoot("overview-events");

            browser.go(server.url().resolve("/console/cluster?cluster=shop"));
            assertThat(browser.await(HEADINGS, text -> text.contains("Load") && text.contains("Queue")))
                    .contains("Load", "Queue", "Nodes");
            control.started = 360;
            assertThat(browser.await(HEADINGS, text -> text.contains("Share of tasks by node")))
                    .contains("Share of tasks by node");
            assertThat(browser.run("return document.querySelector('.graph:last-child .draw').ariaLabel"))
                    .startsWith("Graph of Share of tasks by node, the last 10 minutes; newest: vcn1");
            assertThat(browser.run("return String(document.querySelectorAll('.graph canvas').length > 2)"))
                    .isEqualTo("true");
            browser.shoot("cluster-graphs");
            browser.click("input[name=table]");
            assertThat(browser.text(".graph thead tr", "UntilActive connectionsActive transactions"))
                    .isEqualTo("UntilActive connectionsActive transactions");

            browser.click("input[name=table]");
            browser.run("window.fetch = () => new Promise(() => {}); return ''");
            browser.look(390, 1400, false);
            assertThat(browser.await(LEGENDS, "vertical"::equals))
                    .as("a window that becomes narrow gets its legends in a list, before anything is read again")
                    .isEqualTo("vertical");
            browser.look(390, 1400, true);
            browser.go(server.url().resolve("/console/cluster?cluster=shop"));
            assertThat(browser.await(CUT, "whole"::equals))
                    .as("no name of a line goes beyond a phone's edge")
                    .isEqualTo("whole");
            assertThat(browser.run("return echarts.getInstanceByDom(document.querySelector('.graph .draw'))"
                            + ".getOption().yAxis[0].axisLabel.formatter(0.00045678)"))
                    .as("a small figure is not rounded to nothing")
                    .isEqualTo("0.0004568");
            browser.shoot("cluster-graphs-phone");
            browser.look(1280, 1400, false);

            browser.go(server.url().resolve("/console/dispatcher"));
            String heading = "Dispatcher Evenkeel " + control.dispatcher().version();
            assertThat(browser.text("h1", heading)).isEqualTo(heading);
            assertThat(browser.await(HEADINGS, text -> text.contains("Threads") && text.contains("Processor time")))
                    .contains("Load", "Clients", "Threads", "Heap in use", "Processor time");
            browser.shoot("dispatcher");
            assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
        }
    }
}
