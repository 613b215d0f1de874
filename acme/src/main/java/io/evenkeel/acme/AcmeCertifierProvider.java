// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import io.evenkeel.dispatcher.certificate.Certifier;
import io.evenkeel.dispatcher.certificate.CertifierContext;
import io.evenkeel.dispatcher.certificate.CertifierProvider;

/** Makes certifiers that speak ACME. */
public final class AcmeCertifierProvider implements CertifierProvider {

    @Override
    public Certifier open(CertifierContext context) {
        return new AcmeCertifier(context);
    }
}
