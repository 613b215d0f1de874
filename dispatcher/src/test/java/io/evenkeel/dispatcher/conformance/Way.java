// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.config.EngineSettings.Transport;
import io.evenkeel.dispatcher.kit.Cover;

/** A way between client and dispatcher on which a test runs. */
enum Way {
    /** The system's best transport, under the cover of this run. */
    USUAL(Transport.AUTO, Cover.OF_THIS_RUN),
    /** The plain transport. */
    NIO(Transport.NIO, Cover.OF_THIS_RUN),
    /** The system's best transport under TLS. */
    TLS(Transport.AUTO, Cover.TLS);

    private final Transport transport;
    private final Cover cover;

    Way(Transport transport, Cover cover) {
        this.transport = transport;
        this.cover = cover;
    }

    Transport transport() {
        return transport;
    }

    Cover cover() {
        return cover;
    }
}
