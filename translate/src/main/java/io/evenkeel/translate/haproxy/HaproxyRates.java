// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a client's requests in a time: three lines of HAProxy, which count in a stick table, name the client
 * whose requests are counted, and refuse those above a number.
 */
final class HaproxyRates {

    private static final Pattern STORED = Pattern.compile("(?:^|.*,)http_req_rate\\(([^)]+)\\)(?:,.*|$)");

    /** A counter's rate: {@code sc_http_req_rate(0)}, {@code sc0_http_req_rate}, {@code src_http_req_rate(table)}. */
    private static final Pattern RATE =
            Pattern.compile("(?:sc_|sc([0-9])_|src_)http_req_rate(?:\\(([A-Za-z0-9._-]*)(?:,[A-Za-z0-9._-]*)?\\))?");

    private final Draft draft;
    private final List<HaproxySection> sections;

    HaproxyRates(Draft draft, List<HaproxySection> sections) {
        this.draft = draft;
        this.sections = sections;
    }

    /** Adds the limit of a section that listens, if it has one that can be said. */
    void of(HaproxySection section, DraftSection listener) {
        for (HaproxyLine track : section.peek("http-request")) {
            String counter = counter(track);
            HaproxySection table = counter == null ? null : table(section, track);
            HaproxyLine stored = table == null ? null : stored(table);
            HaproxyLine refusal = stored == null ? null : refusal(section, counter);
            if (refusal == null || stored == null || table == null) {
                continue;
            }
            String per = period(stored);
            Integer most = Words.whole(limit(section, refusal, counter), 1, 1_000_000);
            if (per == null || most == null) {
                continue;
            }
            DraftSection rate = listener.section("limits").section("rate");
            rate.literal("requests", most.toString(), refusal.at());
            rate.literal("per", per, stored.at());
            section.understood(track);
            section.understood(refusal);
            table.understood(stored);
            draft.differs(
                    refusal.at(),
                    refusal.shown(),
                    "a client above the limit gets 429 with the time to wait; its room grows evenly with time, and what is"
                            + " refused does not count",
                    "limits.rate: {burst: N} sets how many may come at once");
            return;
        }
    }

    /** The number of the counter of a line that counts the requests of each address; null for any other line. */
    private static @Nullable String counter(HaproxyLine line) {
        boolean tracks = line.word(1).matches("track-sc[0-9]") && line.word(2).equals("src");
        boolean plain = line.words().size() == 3
                || (line.words().size() == 5 && line.word(3).equals("table"));
        return tracks && plain ? line.word(1).substring("track-sc".length()) : null;
    }

    private @Nullable HaproxySection table(HaproxySection section, HaproxyLine track) {
        String name = track.after("table");
        return name.isEmpty()
                ? section
                : sections.stream()
                        .filter(each -> each.name().equals(name)
                                && !each.peek("stick-table").isEmpty())
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable HaproxyLine stored(HaproxySection table) {
        List<HaproxyLine> lines = table.peek("stick-table");
        return lines.size() == 1 && lines.get(0).after("type").matches("ip|ipv6") ? lines.get(0) : null;
    }

    private static @Nullable String period(HaproxyLine stored) {
        Matcher rate = STORED.matcher(stored.after("store"));
        return rate.matches() ? Words.duration(HaproxyTimes.ms(rate.group(1))) : null;
    }

    private static @Nullable HaproxyLine refusal(HaproxySection section, @Nullable String counter) {
        return section.peek("http-request").stream()
                .filter(each -> each.word(1).matches("deny|tarpit|reject"))
                .filter(each -> limit(section, each, counter) != null)
                .findFirst()
                .orElse(null);
    }

    /** The number above which a line refuses; null when its condition is more than that. */
    private static @Nullable String limit(HaproxySection section, HaproxyLine refusal, @Nullable String counter) {
        int condition = refusal.words().indexOf("if");
        List<String> words = condition < 0 ? List.of() : refusal.from(condition + 1);
        if (words.size() == 1) {
            List<HaproxyLine> named = section.peek("acl").stream()
                    .filter(each -> each.word(1).equals(words.get(0)))
                    .toList();
            return named.size() == 1 ? above(named.get(0).from(2), counter) : null;
        }
        boolean braces =
                words.size() == 5 && words.get(0).equals("{") && words.get(4).equals("}");
        return braces ? above(words.subList(1, 4), counter) : null;
    }

    private static @Nullable String above(List<String> words, @Nullable String counter) {
        if (words.size() != 3 || !words.get(1).matches("gt|ge")) {
            return null;
        }
        Matcher rate = RATE.matcher(words.get(0));
        if (!rate.matches()) {
            return null;
        }
        boolean ofSource = words.get(0).startsWith("src_");
        String number = rate.group(1) == null ? rate.group(2) : rate.group(1);
        Integer most = Words.whole(words.get(2), 1, 1_000_000);
        if (most == null || (!ofSource && (number == null || !number.equals(counter)))) {
            return null;
        }
        return String.valueOf(words.get(1).equals("gt") ? most : most - 1);
    }
}
