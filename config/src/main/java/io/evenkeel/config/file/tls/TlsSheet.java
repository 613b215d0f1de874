// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.tls.AcmeSettings;
import io.evenkeel.config.tls.ListenerTls;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.config.tls.TlsSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The TLS of a configuration, with the files that it names.
 *
 * @param admin null for none
 * @param listeners by the section of the listener
 * @param clusters by the section of the cluster
 * @param acme null when no certificate is got by ACME
 */
public record TlsSheet(
        @Nullable TlsSettings admin,
        Map<ParsedSection, ListenerTls> listeners,
        Map<ParsedSection, NodeTls> clusters,
        @Nullable AcmeSettings acme) {}
