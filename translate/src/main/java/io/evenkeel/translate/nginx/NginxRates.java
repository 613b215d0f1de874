// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code limit_req} with its zone, as the limit of a client's requests at a listener. */
final class NginxRates {

    private static final Pattern RATE = Pattern.compile("([0-9]{1,6})r/([sm])");

    /** A key that an address, a field or a cookie makes. */
    private static final Pattern CLIENT =
            Pattern.compile("[$](?:(?:binary_)?remote_addr|http_([a-z0-9_]{1,100})|cookie_([A-Za-z0-9_]{1,100}))");

    private static final String ADVICE =
            "limits.rate of a listener limits the requests of clients, told apart by address, a field or a cookie";

    private final Draft draft;
    private final NginxScope http;

    /** @param http the scope that has the zones */
    NginxRates(Draft draft, NginxScope http) {
        this.draft = draft;
        this.http = http;
    }

    /** Adds the limits of a place to its listener, which can have one. */
    void of(NginxScope place, DraftSection listener) {
        for (NginxDirective limit : place.all("limit_req")) {
            NginxDirective zone = zone(limit.value("zone"));
            if (zone == null) {
                draft.missing(limit.at(), limit.shown(), "there is no such limit_req_zone", ADVICE);
            } else {
                add(limit, zone.understood(), place, listener);
            }
        }
    }

    private @Nullable NginxDirective zone(String name) {
        return http.block().inside("limit_req_zone").stream()
                .filter(each -> each.value("zone").replaceFirst(":.*", "").equals(name))
                .findFirst()
                .orElse(null);
    }

    private void add(NginxDirective limit, NginxDirective zone, NginxScope place, DraftSection listener) {
        Matcher rate = RATE.matcher(zone.value("rate"));
        Matcher client = CLIENT.matcher(zone.argument(1));
        Integer requests = rate.matches() && client.matches() ? Words.whole(rate.group(1), 1, 1_000_000) : null;
        Integer burst = Words.whole(limit.value("burst"), 0, 999_999);
        if (requests == null) {
            draft.missing(
                    limit.at(),
                    limit.shown(),
                    "requests of a client are not limited by time: its zone is " + String.join(" ", zone.arguments()),
                    ADVICE);
            return;
        }
        DraftSection limits = listener.section("limits");
        boolean has = limits.has("rate");
        DraftSection set = limits.section("rate");
        String per = rate.group(2).equals("s") ? "1s" : "1m";
        String most = String.valueOf(1 + (burst == null ? 0 : burst));
        if (has
                && !(requests.toString().equals(set.find("requests"))
                        && per.equals(set.find("per"))
                        && most.equals(set.find("burst")))) {
            draft.missing(
                    limit.at(),
                    limit.shown(),
                    "a listener has one limit for all its places, and another one is in force",
                    "let these places have a listener of their own");
            return;
        }
        set.literal("requests", requests.toString(), zone.at());
        set.literal("per", per, zone.at());
        set.literal("burst", most, limit.at());
        if (client.group(1) != null) {
            set.section("by").text("header", client.group(1).replace('_', '-'), zone.at());
        } else if (client.group(2) != null) {
            set.section("by").text("cookie", client.group(2), zone.at());
        }
        draft.differs(
                limit.at(),
                limit.shown(),
                "a client above the limit gets 429 with the time to wait, at once; nothing is delayed"
                        + (NginxFields.isOfOneOfMany(limit, place)
                                ? ". It counts for all requests of the listener"
                                : ""),
                "");
    }
}
