// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.LogSettings.Level;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.control.LogArea;
import io.evenkeel.dispatcher.node.AdminState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two dispatchers in one process: events, levels and files of one are not those of the other. */
class TwoDispatchersIT {

    @TempDir
    private Path folder;

    private Dispatcher start(String cluster, String level) throws Exception {
        return Dispatcher.start(SettingsFile.of("""
                        listeners: [{name: web, address: "127.0.0.1:0", cluster: %s}]
                        clusters: {%s: {nodes: ["127.0.0.1:9"]}}
                        log: {level: %s, file: "%s"}
                        """.formatted(cluster, cluster, level, file(cluster)), "test"));
    }

    private Path file(String cluster) {
        return folder.resolve(cluster + ".log");
    }

    private static String node(Control control, String cluster) {
        return control.cluster(cluster).nodes().get(0).name();
    }

    /** Makes a warning that names the node. */
    private static void warn(Dispatcher dispatcher, String cluster) {
        Control control = dispatcher.control();
        String node = node(control, cluster);
        control.want(cluster, node, AdminState.MAINT, null);
        control.cut(cluster, node);
    }

    private static List<String> remembered(Dispatcher dispatcher) {
        return dispatcher.control().events(200).stream().map(EventView::text).toList();
    }

    private static Level level(Dispatcher dispatcher, String area) {
        return dispatcher.control().logAreas().stream()
                .filter(each -> each.name().equals(area))
                .map(LogArea::level)
                .findFirst()
                .orElseThrow();
    }

    private String written(Dispatcher dispatcher, String cluster) throws Exception {
        dispatcher.events().flush();
        return Files.readString(file(cluster));
    }

    @Test
    void eachRemembersItsOwnEvents() throws Exception {
        try (Dispatcher shop = start("shop", "info");
                Dispatcher bank = start("bank", "error")) {
            warn(shop, "shop");
            warn(bank, "bank");

            assertThat(remembered(shop))
                    .anyMatch(event -> event.startsWith("shop/"))
                    .noneMatch(event -> event.contains("bank"));
            assertThat(remembered(bank))
                    .anyMatch(event -> event.startsWith("bank/"))
                    .noneMatch(event -> event.contains("shop"));
        }
    }

    @Test
    void eachHasItsOwnLevelAndFile() throws Exception {
        try (Dispatcher shop = start("shop", "info");
                Dispatcher bank = start("bank", "error")) {
            warn(shop, "shop");
            warn(bank, "bank");
            assertThat(level(shop, "node")).isEqualTo(Level.INFO);
            assertThat(level(bank, "node")).isEqualTo(Level.ERROR);
            assertThat(written(shop, "shop")).contains("WARN  node     shop/").doesNotContain("bank");
            assertThat(written(bank, "bank")).isEmpty();

            bank.control().logLevel("node", Level.WARN, null);
            warn(bank, "bank");
            assertThat(level(shop, "node")).as("the other's level").isEqualTo(Level.INFO);
            assertThat(written(bank, "bank")).contains("WARN  node     bank/").doesNotContain("shop");
        }
    }

    @Test
    void theEndOfOneLeavesTheLogOfTheOther() throws Exception {
        try (Dispatcher shop = start("shop", "info")) {
            try (Dispatcher bank = start("bank", "info")) {
                warn(bank, "bank");
            }
            String before = written(shop, "shop");
            warn(shop, "shop");
            assertThat(written(shop, "shop")).startsWith(before).contains("WARN  node     shop/");
        }
        assertThat(Files.readString(file("bank"))).as("written at its end").contains("WARN  node     bank/");
    }
}
