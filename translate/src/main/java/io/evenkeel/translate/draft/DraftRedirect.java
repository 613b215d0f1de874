// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.draft;

import io.evenkeel.translate.source.SourceLine;
import java.util.regex.Pattern;

/**
 * A rule that sends clients to another address.
 *
 * @param to {@code https}, or a URL or path that may end in {@code {path}} and {@code {query}}
 * @param status of the answer
 */
public record DraftRedirect(String to, int status) {

    /** The address of the same host, path and query by https. */
    public static final String HTTPS = "https";

    /** Path and query of the request at the end of an address. */
    public static final String REST = "{path}{query}";

    private static final String SEGMENT = "[A-Za-z0-9._~!&'()*+,=:@/?-]*";
    private static final Pattern TO = Pattern.compile("https|https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?([/?]"
            + SEGMENT + ")?(\\{path})?(\\{query})?|/([A-Za-z0-9._~?-]" + SEGMENT + ")?(\\{path})?(\\{query})?");

    /** False for an address or a status that a configuration cannot have, or that means something else there. */
    public boolean isPossible() {
        boolean cut = to.matches("https?://[^/{?]*:?\\{query}.*|.*[/?]\\{path}.*|.*[?].*\\{.*");
        return TO.matcher(to).matches()
                && !cut
                && to.length() <= 1_000
                && ((status >= 301 && status <= 303) || status == 307 || status == 308);
    }

    /** Puts the rule among those of a route or listener. */
    public void write(DraftSection rules, SourceLine from) {
        DraftSection redirect = rules.section("redirect", from);
        redirect.text("to", to, from);
        redirect.literal("status", Integer.toString(status), from);
    }
}
