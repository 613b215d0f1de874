// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

import java.util.List;
import java.util.Locale;

/**
 * A certificate that is got by ACME.
 *
 * @param names the hosts it is for, in lower case, each once and none with a wildcard; at least one
 */
public record AcmeCertificate(List<String> names) {

    public AcmeCertificate {
        names = names.stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a certificate needs a name");
        }
    }

    /** The names, for people. */
    @Override
    public String toString() {
        return String.join(", ", names);
    }
}
