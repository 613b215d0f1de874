// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The https servers that are trusted to be who they say.
 *
 * @param authorities certificates of authorities, or of servers; null for those that this Java trusts
 * @param from their origin, for messages
 * @param isBlind true when every server is trusted, whatever it shows
 */
public record ServerTrust(@Nullable List<X509Certificate> authorities, String from, boolean isBlind) {

    /** Those that this Java trusts. */
    public static final ServerTrust OF_JAVA = new ServerTrust(null, "the trust store of this Java", false);

    /** Trust in all servers. */
    public static final ServerTrust BLIND = new ServerTrust(null, "", true);
}
