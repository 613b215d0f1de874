// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.certificate;

import io.evenkeel.dispatcher.log.EventLogger;

/**
 * The parts of a dispatcher that a certifier works with.
 *
 * @param issued takes what is shown to clients
 * @param challenges takes the answers to the authority
 * @param log is told what was issued and what failed
 */
public record CertifierContext(IssuedCertificates issued, Challenges challenges, EventLogger log) {}
