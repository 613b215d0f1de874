// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of certificates in many folders, of which each has one watch. */
final class CertificateWatchIT {

    private static final Settings WITHOUT = settings("""
            listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
            clusters: {shop: {nodes: ["127.0.0.1:2"]}}
            """);

    /** A file that has changed, and the thread of the watch that saw it. */
    private record Seen(Path file, Thread watch) {}

    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final CertificateWatch watch =
            new CertificateWatch(file -> seen.add(new Seen(file, Thread.currentThread())), said::add);

    @BeforeEach
    void write() throws Exception {
        for (String each : Set.of("one", "two")) {
            Files.createDirectory(folder.resolve(each));
            for (String name : Set.of("shop", "bank")) {
                X509Bundle made = new CertificateBuilder()
                        .ecp256()
                        .subject("CN=" + name)
                        .addSanDnsName(name + ".example.org")
                        .setIsCertificateAuthority(true)
                        .buildSelfSigned();
                Files.writeString(file(each, name + ".pem"), made.getCertificatePEM());
                Files.writeString(file(each, name + "-key.pem"), made.getPrivateKeyPEM());
            }
        }
    }

    @AfterEach
    void end() throws IOException {
        watch.follow(WITHOUT);
    }

    private static Settings settings(String text) {
        try {
            return SettingsFile.of(text, "gw.yaml").load();
        } catch (SettingsException e) {
            throw new AssertionError(e.problems().toString(), e);
        }
    }

    private Path file(String in, String name) {
        return folder.resolve(in).resolve(name);
    }

    /** A listener with one certificate, and an authority of nodes. */
    private Settings settings(String certificate, String authority) {
        return settings("""
                listeners:
                - name: web
                  address: "127.0.0.1:0"
                  cluster: shop
                  tls: {certificates: [{certificate: F/C.pem, key: F/C-key.pem}]}
                clusters: {shop: {nodes: ["127.0.0.1:2"], tls: {ca: F/A.pem}}}
                """.replace("F/C", folder.resolve(certificate).toString())
                .replace("F/A", folder.resolve(authority).toString()));
    }

    private Seen touched(String in, String name) throws Exception {
        Files.writeString(file(in, name), "\n", StandardOpenOption.APPEND);
        return Objects.requireNonNull(seen.poll(20, TimeUnit.SECONDS), "the change of " + name);
    }

    @Test
    void filesOfAFolderHaveOneWatch() throws Exception {
        watch.follow(settings("one/shop", "two/bank"));
        Map<Path, Thread> watches = new HashMap<>();

        for (Path each : Set.of(file("one", "shop.pem"), file("one", "shop-key.pem"), file("two", "bank.pem"))) {
            Seen change = touched(
                    Objects.requireNonNull(each.getParent()).getFileName().toString(),
                    each.getFileName().toString());
            assertThat(change.file()).isEqualTo(each);
            watches.put(each, change.watch());
        }

        assertThat(watches.get(file("one", "shop.pem"))).isEqualTo(watches.get(file("one", "shop-key.pem")));
        assertThat(watches.get(file("one", "shop.pem"))).isNotEqualTo(watches.get(file("two", "bank.pem")));
    }

    @Test
    void aFolderThatCannotBeWatchedKeepsNoOtherFromIt() throws Exception {
        Settings wanted = settings("one/shop", "two/bank");
        Path away = Files.move(folder.resolve("one"), folder.resolve("away"));

        assertThatThrownBy(() -> watch.follow(wanted))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve("one") + ": ");

        assertThat(touched("two", "bank.pem").file()).isEqualTo(file("two", "bank.pem"));
        Files.move(away, folder.resolve("one"));
        watch.follow(wanted);
        assertThat(touched("one", "shop.pem").file()).isEqualTo(file("one", "shop.pem"));
    }

    @Test
    void otherFilesOfAFolderKeepItsWatch() throws Exception {
        watch.follow(settings("one/shop", "one/bank"));
        Thread before = touched("one", "shop.pem").watch();

        watch.follow(settings("one/bank", "one/bank"));
        Files.writeString(file("one", "shop.pem"), "nobody looks at it any more");
        Seen change = touched("one", "bank-key.pem");

        assertThat(change).isEqualTo(new Seen(file("one", "bank-key.pem"), before));
        assertThat(seen).isEmpty();
    }

    @Test
    void aFolderThatIsNotNeededIsLeft() throws Exception {
        watch.follow(settings("one/shop", "two/bank"));
        Thread left = touched("two", "bank.pem").watch();

        watch.follow(settings("one/shop", "one/bank"));

        left.join(20_000);
        assertThat(left.isAlive()).isFalse();
        assertThat(touched("one", "bank.pem").file()).isEqualTo(file("one", "bank.pem"));
    }
}
