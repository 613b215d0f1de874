// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.console.Console;
import io.evenkeel.admin.console.page.Links;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.handler.EagerContentHandler;

/**
 * Awaits the console's forms and the API's messages without a thread, so that unfinished ones do not take all threads.
 * Strangers' forms that are longer are refused; longer ones of people who are signed in are read on.
 */
final class Awaited {

    private static final int FORM_OCTETS = 64 * 1024;

    /**
     * The cost that each piece of a body counts for beside its octets, since pieces of one octet cost the heap more
     * than that.
     */
    private static final int CHUNK_COST = 512;

    private Awaited() {}

    /** @param apiOctets the longest message that the API takes */
    static Handler.Wrapper handler(int apiOctets) {
        EagerContentHandler known = awaiting(FORM_OCTETS, false);
        EagerContentHandler open = awaiting(FORM_OCTETS, true);
        EagerContentHandler api = awaiting(apiOctets, false);
        known.include(PathSpec.from(Links.CONSOLE + "/*"));
        Console.openForms().map(PathSpec::from).forEach(path -> {
            known.exclude(path);
            open.include(path);
        });
        api.include(PathSpec.from("/api/*"));
        known.setHandler(open);
        open.setHandler(api);
        return known;
    }

    private static EagerContentHandler awaiting(int octets, boolean refusesLonger) {
        return new EagerContentHandler(new AwaitedBody(octets, CHUNK_COST, refusesLonger));
    }
}
