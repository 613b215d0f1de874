// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.listener;

import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps that a listener of any protocol puts before it, in their order on the wire. */
public final class FirstSteps {

    private FirstSteps() {}

    /**
     * Steps for one connection, perhaps none.
     *
     * @param expectsHeader true when it begins with a PROXY header
     * @param headNs the longest time until that is whole
     * @param certificates those of a TLS server; null when octets go over the network as they are
     */
    public static List<NegotiationStep> of(boolean expectsHeader, long headNs, @Nullable TlsCertificates certificates) {
        List<NegotiationStep> steps = new ArrayList<>(2);
        if (expectsHeader) {
            steps.add(new ProxyHeaderStep(headNs));
        }
        if (certificates != null) {
            steps.add(new TlsStep(certificates));
        }
        return steps;
    }
}
