// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.translate.draft.Leftover;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of HAProxy's backends, and what becomes of them. */
final class HaproxyLinesTest {

    @TempDir
    private Path folder;

    private Translation translated(String line) throws Exception {
        return Translator.translate(
                Files.writeString(folder.resolve("haproxy.cfg"), """
                        frontend web
                          mode http
                          bind 127.0.0.1:9090
                          default_backend shop
                        backend shop
                          mode http
                          option httpchk GET /health
                          server vcn1 127.0.0.1:18080 check
                          %s
                        """.formatted(line)), Peer.HAPROXY);
    }

    private static Leftover.Kind kind(Translation translation) {
        return translation.leftovers().get(0).kind();
    }

    @Test
    void aStatusThatFailsIsNotTheOneThatPasses() throws Exception {
        Translation translation = translated("http-check expect ! status 500");

        assertThat(translation.text()).contains("path: /health").doesNotContain("status: ");
        assertThat(kind(translation)).isEqualTo(Leftover.Kind.MISSING);
        assertThat(translated("http-check expect status 204").text()).contains("status: \"204\"");
    }

    @Test
    void fieldsThatTheDispatcherSendsAreNotMissed() throws Exception {
        assertThat(kind(translated("http-request set-header X-Forwarded-Proto https")))
                .isEqualTo(Leftover.Kind.NEEDLESS);
        assertThat(kind(translated("http-request set-header X-Forwarded-User x")))
                .isEqualTo(Leftover.Kind.MISSING);
    }
}
