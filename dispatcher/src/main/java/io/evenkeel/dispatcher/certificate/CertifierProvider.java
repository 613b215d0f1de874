// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

/** Makes certifiers; found by {@link java.util.ServiceLoader} when a configuration wants certificates by ACME. */
public interface CertifierProvider {

    /** A certifier that does nothing before it is told what to follow. */
    Certifier open(CertifierContext context);
}
