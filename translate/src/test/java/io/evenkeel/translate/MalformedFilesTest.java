// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.translate.source.MalformedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that no product would read, and what is said of them. */
final class MalformedFilesTest {

    @TempDir
    private Path folder;

    private String refusal(String text, @Nullable Peer peer) throws IOException {
        return refusal(Files.writeString(folder.resolve("some.conf"), text), peer);
    }

    private String refusal(Path file, @Nullable Peer peer) {
        MalformedFileException refusal =
                catchThrowableOfType(MalformedFileException.class, () -> Translator.translate(file, peer));
        assertThat(refusal).as("refusal of " + file).isNotNull();
        return String.valueOf(refusal.getMessage()).replace(folder + "/", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HAPROXY | defaults\\n mode 'http | some.conf:2: a single quote is not closed",
                "HAPROXY | defaults\\n\\n mode \"http | some.conf:3: a double quote is not closed",
                "HAPROXY | mode http | some.conf:1: 'mode' stands before the first section, such as global, defaults or frontend",
                "HAPROXY | frontend | some.conf:1: 'frontend' needs a name",
                "HAPROXY | frontend web from none | some.conf:1: there is no 'defaults none' before this line",
                "HAPROXY | global\\n.if feature(X)\\n daemon | some.conf:3: an .if is not closed by .endif",
                "HAPROXY | global\\n.endif | some.conf:2: there is no .if for this .endif",
                "HAPROXY | global\\n log \\xZ1 | some.conf:2: two hexadecimal digits must follow \\x",
                "NGINX | http {\\n server {\\n } | some.conf:1: the brace of 'http' is not closed",
                "NGINX | events { }\\n} | some.conf:2: no brace is open for this '}'",
                "NGINX | http {\\n listen 80 } | some.conf:2: 'listen' is not ended by ';'",
                "NGINX | user www | some.conf:1: 'user' is not ended by ';'",
                "NGINX | user \"www;\\n | some.conf:1: the quote is not closed",
                "NGINX | http { content_by_lua_block { if {} | some.conf:1: the brace of 'content_by_lua_block' is not closed",
                "NGINX | http {\\n include some.conf;\\n} | some.conf:2: the file includes itself by way of some.conf",
                "HTTPD | <VirtualHost *:80>\\nServerName a | some.conf:1: the section <VirtualHost *:80> is not closed",
                "HTTPD | <Proxy *>\\n</VirtualHost> | some.conf:2: </virtualhost> closes no section that is open here",
                "HTTPD | <Proxy * | some.conf:1: '>' is missing at the end of the line",
                "HTTPD | ServerName \"a | some.conf:1: the quote is not closed",
                "HTTPD | Listen 80\\nInclude some.conf | some.conf:2: the file includes itself by way of some.conf",
            })
    void saysTheLine(Peer peer, String text, String expected) throws IOException {
        assertThat(refusal(text.replace("\\n", "\n"), peer)).isEqualTo(expected);
    }

    @Test
    void binaryFilesAreNoText() throws IOException {
        assertThat(refusal("global\n daemon\0\n", Peer.HAPROXY))
                .isEqualTo("some.conf:2: there is the byte 0x00, so this is not text");
    }

    @ParameterizedTest
    @CsvSource({"HAPROXY", "NGINX", "HTTPD"})
    void aLineOfTenMegabytesIsRefused(Peer peer) throws IOException {
        assertThat(refusal("\n" + "x".repeat(10 << 20), peer))
                .isEqualTo("some.conf:2: the line has 10485760 characters, more than 65536");
    }

    @Test
    void aFileOfManyMegabytesIsRefused() throws IOException {
        assertThat(refusal("global\n".repeat(3_000_000), null)).startsWith("some.conf: the file has 21000000 bytes");
    }

    @Test
    void filesThatIncludeEachOtherEnd() throws IOException {
        Files.writeString(folder.resolve("other.conf"), "include some.conf;\n");

        assertThat(refusal("http {\n include *.conf;\n}\n", Peer.NGINX))
                .isEqualTo("other.conf:1: the file includes itself by way of some.conf");
    }

    @Test
    void tenThousandBracesAreRefused() throws IOException {
        assertThat(refusal("http {\n".repeat(10_000), Peer.NGINX))
                .isEqualTo("some.conf:51: more than 50 braces are open");
        assertThat(refusal("<Proxy *>\n".repeat(10_000), Peer.HTTPD))
                .isEqualTo("some.conf:51: more than 50 sections are open");
    }

    @Test
    void foldersAndMissingFilesAreNamed() {
        assertThat(refusal(folder, null)).endsWith(": this is not a regular file");
        assertThat(refusal(folder.resolve("none.cfg"), null)).isEqualTo("none.cfg: there is no such file");
    }

    @Test
    void aFileOfNoProductIsRefused() throws IOException {
        assertThat(refusal("hello\nworld\n", null))
                .isEqualTo("some.conf: this looks like no configuration of HAProxy, nginx or httpd;"
                        + " say what it is with --from");
    }
}
