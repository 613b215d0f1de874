// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminFiles;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.cli.CommandLineRun;
import io.evenkeel.config.Settings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.live.LiveControl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AlertCommandsIT {

    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: 127.0.0.1:0, protocol: http, cluster: shop}
            clusters:
              shop: {nodes: [{name: vcn1, address: 127.0.0.1:18080}]}
            admin: {address: 127.0.0.1:0, history: off}
            """;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // each test starts it
    private Path config;

    @SuppressWarnings("NullAway.Init") // each test starts it
    private AdminServer server;

    private void start(String more) throws Exception {
        config = Files.writeString(folder.resolve("evenkeel.yaml"), CONFIG + more);
        Settings settings = SettingsFile.open(config).load();
        server = AdminServer.start(
                settings.admin(), new LiveControl(new IdleEngine(settings)), AdminFiles.beside(config));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private CommandLineRun run(String line) {
        return CommandLineRun.of((line + " -c " + config).split(" "));
    }

    @Test
    void showsWhatGoesOnAndWhy() throws Exception {
        start("alerts: {built-in: false, rules: [{name: disk, when: {figure: TD_DISK_FREE, above: 1}}]}\n");
        while (run("alerts").out().lines().count() < 2) {
            TimeUnit.MILLISECONDS.sleep(100);
        }

        assertThat(run("alerts").out())
                .contains("warning   disk  dispatcher")
                .contains("dispatcher: TD_DISK_FREE")
                .contains("MB, above 1 MB since 20");
        assertThat(run("alerts --rules -o csv").out().lines().toList().get(1))
                .isEqualTo("disk,warning,dispatcher,TD_DISK_FREE,1.0,,0.0,1,0");
        assertThat(run("alerts -o json").out()).startsWith("{\"alerts\":[{\"rule\":\"disk\"");
    }

    @Test
    void makesAndEndsSilences() throws Exception {
        start("alerts: true\n");
        CommandLineRun made = run("alert silence node-out --cluster shop --for 2h --reason moved -o csv");

        assertThat(made.exitCode()).as(made.err()).isZero();
        String row = made.out().lines().toList().get(1);
        assertThat(row).matches("[0-9a-f]{12},node-out,shop,,,20.*Z,admin token,moved");
        String id = row.substring(0, 12);
        assertThat(run("alerts --silences -o csv").out()).contains(row);
        assertThat(run("alert unsilence " + id).exitCode()).isZero();
        assertThat(run("alert unsilence " + id).err()).contains("there is no silence '" + id + "'");
        assertThat(run("alert silence --for 2h").err()).contains("a silence of everything");
    }

    @Test
    void saysThatThereAreNoRules() throws Exception {
        start("");

        assertThat(run("alerts").out()).startsWith("no rules are in force; 'alerts: true'");
    }
}
