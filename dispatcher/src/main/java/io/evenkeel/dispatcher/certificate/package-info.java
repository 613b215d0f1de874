// SPDX-License-Identifier: Apache-2.0
/**
 * Certificates that are got from an authority while the dispatcher runs: what is served for which names, the answers to
 * the authority's challenges, and the interface of the module that talks to it.
 *
 * <p>Knows neither the authority's protocol nor a connection. Threads: any.
 */
@NullMarked
package io.evenkeel.dispatcher.certificate;

import org.jspecify.annotations.NullMarked;
