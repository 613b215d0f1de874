// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.translate.source.MalformedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files that somebody has made to keep a machine busy, to break the file that is written, or to carry a secret into it.
 * A time that grows with the square of a line's length is longer than a test may take.
 */
final class HostileFilesTest {

    private static final int MANY = 60_000;

    @TempDir
    private Path folder;

    private Translation translated(String text, Peer peer) throws Exception {
        return Translator.translate(Files.writeString(folder.resolve("some.conf"), text), peer);
    }

    private String refusal(String text, Peer peer) throws IOException {
        Path file = Files.writeString(folder.resolve("some.conf"), text);
        MalformedFileException refusal =
                catchThrowableOfType(MalformedFileException.class, () -> Translator.translate(file, peer));
        assertThat(refusal).as("refusal").isNotNull();
        return String.valueOf(refusal.getMessage()).replace(folder + "/", "");
    }

    @Test
    void longRunsOfOneWordTakeNoTime() throws Exception {
        String slashes = "/".repeat(MANY) + "x";
        String httpd = "<VirtualHost *:80>\nRewriteRule " + "secret".repeat(MANY / 6) + "\n";
        String pass = ("ProxyPass " + slashes + " http://a:80/\n").repeat(20);
        String references = (" log \"" + "${A-".repeat(MANY / 4) + "\"\n").repeat(20);

        translated(httpd + "Header set a =" + "secret".repeat(MANY / 6) + "\n</VirtualHost>\n", Peer.HTTPD);
        translated("<VirtualHost *:80>\n" + pass + "</VirtualHost>\n", Peer.HTTPD);
        translated("defaults\n" + references, Peer.HAPROXY);
        translated("http {\n server {\n location " + slashes + " { proxy_pass http://a:80; }\n}\n}\n", Peer.NGINX);
        assertThat(refusal("<VirtualHost *:80>\n</" + " ".repeat(MANY) + "x\n", Peer.HTTPD))
                .startsWith("some.conf:2: </x>");
    }

    @Test
    void manyServersOfOneNameTakeNoTime() throws Exception {
        String servers = " server s 10.0.0.1:80\n".repeat(30_000);

        assertThat(translated("listen a\n bind :80\n" + servers, Peer.HAPROXY).text())
                .contains("{name: s, address", "{name: s-30000, address");
    }

    @ParameterizedTest
    @EnumSource(Peer.class)
    void aLineOfManyLinesIsRefused(Peer peer) throws IOException {
        String text = switch (peer) {
            case HAPROXY -> "global\n log " + "x\\\n".repeat(MANY) + "x\n";
            case HTTPD -> "ServerRoot /\nServerName " + "x\\\n".repeat(MANY) + "x\n";
            case NGINX -> "http {\n log_format '" + "x\n".repeat(MANY) + "';\n}\n";
        };

        assertThat(refusal(text, peer))
                .isEqualTo("some.conf:2: what begins here has more than 65536 characters in several lines");
    }

    @Test
    void bracesOfIncludedFilesCountTogether() throws IOException {
        for (int i = 1; i < 20; i++) {
            Files.writeString(
                    folder.resolve(i + ".nginx"),
                    "server {\n".repeat(40) + "include " + (i + 1) + ".nginx;\n" + "}\n".repeat(40));
            Files.writeString(
                    folder.resolve(i + ".httpd"),
                    "<Location /a>\n".repeat(40) + "Include " + (i + 1) + ".httpd\n" + "</Location>\n".repeat(40));
        }

        assertThat(refusal("http {\n include 1.nginx;\n}\n", Peer.NGINX))
                .isEqualTo("2.nginx:10: more than 50 braces are open");
        assertThat(refusal("Listen 80\nInclude 1.httpd\n", Peer.HTTPD))
                .isEqualTo("2.httpd:11: more than 50 sections are open");
    }

    @Test
    void theSizesOfIncludedFilesCountTogether() throws IOException {
        Files.writeString(folder.resolve("large.conf"), "# words\n".repeat(1 << 20));

        assertThat(refusal("http {\n" + "include large.conf;\n".repeat(2) + "}\n", Peer.NGINX))
                .isEqualTo("some.conf:3: the included files have more than 16 MB in all");
    }

    /** The name of a file stands in the comments of what is written. */
    @Test
    void theNameOfAFileIsNoLineOfOurs() throws Exception {
        Files.writeString(
                folder.resolve("x\nadmin: 0.0.0.0:9999\u0085\u2028y: z.inc"),
                "upstream b { server 10.0.0.1:80; }\nserver { listen 8080; location / { proxy_pass http://b; } foo; }\n");

        Translation translation = translated("http {\n include *.inc;\n}\n", Peer.NGINX);

        assertThat(translation.text().lines()).noneMatch(line -> line.startsWith("admin: 0.0.0.0"));
        assertThat(SettingsFile.of(translation.text(), "evenkeel.yaml").load().listeners())
                .hasSize(1);
    }

    @Test
    void controlCharactersReachNoTerminal() throws Exception {
        Translation translation = translated(
                "listen a\n bind :80\n server s 10.0.0.1:80\n foo \"\\x1b[31m\\x9b\"\n use_backend \"\\x1b]0;x\"\n",
                Peer.HAPROXY);

        assertThat(translation.leftovers())
                .isNotEmpty()
                .noneMatch(each ->
                        (each.setting() + each.effect() + each.advice()).chars().anyMatch(Character::isISOControl));
        assertThat(refusal("\"\\x1b[31m\"\n", Peer.HAPROXY)).doesNotContain("\u001b");
    }

    @Test
    void secretsOfFieldsAreNotWritten() throws Exception {
        String haproxy = """
                listen a
                 bind :80
                 server s 10.0.0.1:80
                 http-request set-header Authorization "Bearer hunter2"
                """;
        String httpd = """
                <VirtualHost *:80>
                RequestHeader set Authorization "Basic hunter2"
                ProxyPass / ajp://h:1 secret=hunter2
                </VirtualHost>
                """;

        assertThat(translated(haproxy, Peer.HAPROXY).text())
                .contains("set-header Authorization ...")
                .doesNotContain("hunter2");
        assertThat(translated(httpd, Peer.HTTPD).text()).contains("secret=...").doesNotContain("hunter2");
    }
}
