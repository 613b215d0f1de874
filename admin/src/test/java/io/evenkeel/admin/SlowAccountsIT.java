// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Accounts on a disk that hangs: a pipe that nobody writes to. */
@Timeout(60)
class SlowAccountsIT {

    private static final String WRONG = "Authorization: Bearer ek_0123456789";
    private static final String RIGHT = "Authorization: Bearer sesame";

    private final List<Socket> waiting = new ArrayList<>();

    @TempDir
    Path folder;

    private AdminFiles files;

    @BeforeEach
    void make() throws Exception {
        files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Files.createDirectories(files.users().getParent());
        assertThat(new ProcessBuilder("mkfifo", files.users().toString())
                        .start()
                        .waitFor())
                .isZero();
    }

    @AfterEach
    void end() throws IOException {
        for (Socket each : waiting) {
            each.close();
        }
        // the reader comes to an end
        new RandomAccessFile(files.users().toFile(), "rw").close();
    }

    private AdminServer start(String host) throws IOException {
        return AdminServer.start(new AdminSettings(new HostPort(host, 0), "sesame"), new ScriptedControl(), files);
    }

    private static Browser at(AdminServer server) {
        return new Browser(URI.create("http://127.0.0.1:" + server.url().getPort()));
    }

    @Test
    void keepNobodyFromLookingAtHealthOnLoopback() throws IOException {
        try (AdminServer server = start("127.0.0.1")) {
            assertThat(at(server).get("/livez", WRONG).status()).isEqualTo(200);
            assertThat(at(server).get("/readyz", RIGHT).status()).isEqualTo(200);
            assertThat(at(server).get("/livez").status()).isEqualTo(200);
        }
    }

    @Test
    void keepTheAdministratorsTokenFromNothingElsewhere() throws IOException {
        try (AdminServer server = start("0.0.0.0")) {
            for (int stranger = 0; stranger < 4; stranger++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.url().getPort());
                waiting.add(socket);
                socket.getOutputStream()
                        .write(("GET /livez HTTP/1.1\r\nHost: localhost\r\n" + WRONG + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(at(server).get("/livez", RIGHT).status()).isEqualTo(200);
            assertThat(at(server).get("/readyz", RIGHT).status()).isEqualTo(200);
        }
    }
}
