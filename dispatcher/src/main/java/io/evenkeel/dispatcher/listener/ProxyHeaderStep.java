// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeader;
import io.evenkeel.dispatcher.proxyprotocol.ProxyHeaderDecoder;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;

/**
 * The PROXY protocol header of a trusted proxy, which tells the client it speaks for. Anything else is malformed; a
 * header without addresses leaves those of the connection, and the client unnamed.
 */
public final class ProxyHeaderStep implements NegotiationStep {

    private final long patienceNs;
    private final ProxyHeaderDecoder decoder = new ProxyHeaderDecoder();

    /** @param patienceNs the longest time until the header is whole */
    public ProxyHeaderStep(long patienceNs) {
        this.patienceNs = patienceNs;
    }

    @Override
    public long patienceNs() {
        return patienceNs;
    }

    @Override
    public StepProgress take(Negotiation within, ByteBuf octets) {
        return switch (decoder.decode(octets)) {
            case NEED_MORE -> StepProgress.MORE;
            case ABSENT, MALFORMED -> StepProgress.MALFORMED;
            case HEADER -> {
                octets.skipBytes(decoder.header().length());
                yield StepProgress.DONE;
            }
        };
    }

    @Override
    public ClientFacts learned(ClientFacts before) {
        ProxyHeader header = decoder.header();
        InetSocketAddress source = header.source();
        InetSocketAddress destination = header.destination();
        return source == null || destination == null
                ? new ClientFacts(before.client(), before.local(), before.openedNs(), false)
                : new ClientFacts(source, destination, before.openedNs());
    }

    @Override
    public Refusal refusal(StepFailure how) {
        return how == StepFailure.LATE ? Refusal.PROXY_HEADER_TIMEOUT : Refusal.BAD_PROXY_HEADER;
    }
}
