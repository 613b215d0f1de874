// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NotifySocketIT {

    @TempDir
    private Path folder;

    private static String sentTo(NotifySocket notify, Socket manager) throws IOException {
        notify.send("READY=1", "STATUS=serving");
        ByteBuffer message = ByteBuffer.allocateDirect(256);
        message.limit(manager.read(message, 0, message.capacity()));
        return StandardCharsets.UTF_8.decode(message).toString();
    }

    @Test
    void sendsToASocketInTheFileSystem() throws IOException {
        String path = folder.resolve("notify").toString();
        NotifySocket notify = NotifySocket.named(path);
        Socket manager = Socket.newSocketDomainDgram();
        try {
            manager.bind(new DomainSocketAddress(path));

            assertThat(sentTo(notify, manager)).isEqualTo("READY=1\nSTATUS=serving");
        } finally {
            manager.close();
        }
    }

    @Test
    void sendsToASocketInTheAbstractNamespace() throws IOException {
        String name = "evenkeel/" + UUID.randomUUID();
        NotifySocket notify = NotifySocket.named("@" + name);
        Socket manager = Socket.newSocketDomainDgram();
        try {
            manager.bind(new DomainSocketAddress("\0" + name));

            assertThat(sentTo(notify, manager)).isEqualTo("READY=1\nSTATUS=serving");
        } finally {
            manager.close();
        }
    }

    @Test
    void failsWhereNobodyListens() throws IOException {
        NotifySocket notify = NotifySocket.named(folder.resolve("nobody").toString());

        assertThatThrownBy(() -> notify.send("READY=1")).isInstanceOf(IOException.class);
    }

    @Test
    void refusesAnAddressThatIsNone() {
        assertThatThrownBy(() -> NotifySocket.named("notify")).hasMessageContaining("neither an absolute path");
        assertThatThrownBy(() -> NotifySocket.named("/" + "a".repeat(200))).hasMessageContaining("longer than");
    }
}
