// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.conformance;

import io.evenkeel.dispatcher.kit.AnyClient;
import io.evenkeel.dispatcher.kit.ClientProtocol;
import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import java.io.IOException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A protocol and its cover, for test bodies that run in all of them. */
record Speech(ClientProtocol protocol, Cover cover) {

    /** HTTP/1.1 and HTTP/2 under the cover of this run, and HTTP/2 under TLS. */
    static Stream<Speech> all() {
        return Stream.of(
                        new Speech(ClientProtocol.HTTP1, Cover.OF_THIS_RUN),
                        new Speech(ClientProtocol.HTTP2, Cover.OF_THIS_RUN),
                        new Speech(ClientProtocol.HTTP2, Cover.TLS))
                .distinct();
    }

    /** HTTP/2 alone. */
    static Stream<Speech> http2() {
        return all().filter(each -> each.protocol == ClientProtocol.HTTP2);
    }

    /** So many nodes behind a listener for clients that speak so. */
    Stand stand(int nodes, UnaryOperator<TestSettings> changes) {
        return Stand.of(nodes, settings -> changes.apply(settings.cover(cover)));
    }

    AnyClient connect(Stand stand) throws IOException {
        return connect(stand.dispatcher());
    }

    AnyClient connect(TestDispatcher dispatcher) throws IOException {
        return protocol.open(dispatcher.door());
    }

    @Override
    public String toString() {
        return protocol + (cover == Cover.TLS ? " over TLS" : "");
    }
}
