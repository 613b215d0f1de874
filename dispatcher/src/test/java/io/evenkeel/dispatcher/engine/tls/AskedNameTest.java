// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The name of a server that a connection asks for, with Java's TLS: clients name it, and not all names are of DNS. */
final class AskedNameTest {

    private static final InetSocketAddress ADDRESS = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private static final String LONG_LABEL = "a".repeat(64) + ".example";

    private final TlsClientContext context = javas();

    private static TlsClientContext javas() {
        System.setProperty(TlsProvider.PROPERTY, "java");
        try {
            return new TlsClientContext(null, null, List.of());
        } finally {
            System.clearProperty(TlsProvider.PROPERTY);
        }
    }

    @AfterEach
    void release() {
        context.release();
    }

    private boolean opens(String name) {
        TlsCodec codec = context.open(name, ADDRESS);
        if (codec != null) {
            codec.release();
        }
        return codec != null;
    }

    @ParameterizedTest
    @ValueSource(strings = {"my_app", "a..b", ".a", "-", "xn--", "shop.example", "127.0.0.1", "::1"})
    void aNameThatIsNoneOfDnsIsNotAskedFor(String name) {
        assertThat(opens(name)).isTrue();
    }

    @Test
    void aNameWithALongLabelIsNotAskedFor() {
        assertThat(opens(LONG_LABEL)).isTrue();
    }
}
