// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.alert;

import io.evenkeel.admin.alert.AlertsView.Firing;
import io.evenkeel.admin.alert.rule.Alert;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.schema.ScalarTypes;
import java.util.List;
import java.util.Locale;

/**
 * The alerts that the page lists: one page of those with some words.
 *
 * @param rows of this page
 * @param matching number of the alerts that have the words
 * @param all number of the alerts that go on
 * @param words part of a rule, a severity or a sentence, in upper or lower case; empty for all
 * @param page from 0
 */
public record AlertTable(List<Firing> rows, int matching, int all, String words, int page) {

    /** Rows of a page. */
    static final int PAGE = 50;

    public AlertTable {
        rows = List.copyOf(rows);
    }

    /** @param page the last one is taken when there are not as many */
    static AlertTable of(List<Firing> firing, String words, int page) {
        String wanted = words.strip().toLowerCase(Locale.ROOT);
        List<Firing> found =
                firing.stream().filter(each -> has(each.alert(), wanted)).toList();
        int shown = Math.max(0, Math.min(page, (found.size() - 1) / PAGE));
        List<Firing> rows = found.stream().skip((long) shown * PAGE).limit(PAGE).toList();
        return new AlertTable(rows, found.size(), firing.size(), words.strip(), shown);
    }

    private static boolean has(Alert alert, String words) {
        return alert.text().toLowerCase(Locale.ROOT).contains(words)
                || alert.rule().toLowerCase(Locale.ROOT).contains(words)
                || ScalarTypes.spelling(alert.severity()).contains(words);
    }

    /** True when one may want to search, because not all are on one page or only those with some words. */
    public boolean needsSearch() {
        return all > PAGE || !words.isEmpty();
    }

    /** The number of pages. */
    public int pages() {
        return (matching + PAGE - 1) / PAGE;
    }

    /** The address of a page with the same words. */
    public String at(int number) {
        return Links.ALERTS + "?page=" + number + (words.isEmpty() ? "" : "&words=" + Links.quoted(words));
    }

    /** The address of the page of what an alert is about. */
    public static String link(Alert alert) {
        Scope scope = alert.scope();
        if (scope.cluster() == null) {
            return Links.DISPATCHER;
        }
        return scope.node() == null ? Links.cluster(scope.cluster()) : Links.node(scope.cluster(), scope.node());
    }

    /** The sentence of an alert without its subject, with which it begins. */
    public static String rest(Alert alert) {
        return alert.text().startsWith(alert.subject())
                ? alert.text().substring(alert.subject().length())
                : ": " + alert.text();
    }
}
