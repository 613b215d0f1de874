// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalStreamTest {

    @TempDir
    private Path folder;

    @Test
    void isTheStreamWhoseDeviceAndInodeAreTold() throws Exception {
        Path stream = Files.writeString(folder.resolve("stream"), "");
        Path link = Files.createSymbolicLink(folder.resolve("2"), stream);
        String device = Files.getAttribute(stream, "unix:dev").toString();
        String inode = Files.getAttribute(stream, "unix:ino").toString();

        assertThat(JournalStream.is(device + ":" + inode, link)).isTrue();
        assertThat(JournalStream.is(device + ":" + inode + "1", link)).isFalse();
        assertThat(JournalStream.is("1" + device + ":" + inode, link)).isFalse();
        assertThat(JournalStream.is("", link)).isFalse();
        assertThat(JournalStream.is(null, link)).isFalse();
        assertThat(JournalStream.is(device + ":" + inode, folder.resolve("closed")))
                .isFalse();
    }
}
