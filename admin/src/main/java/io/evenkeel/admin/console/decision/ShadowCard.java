// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import io.evenkeel.admin.console.view.FigureTexts;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.control.ShadowView.ShadowSplit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A shadow as people read it.
 *
 * @param forMs time for which it has been compared
 */
public record ShadowCard(ShadowView view, long forMs) {

    /** Nodes of a table of choices; a cluster may have a thousand. */
    public static final int MOST_NODES = 100;

    public Agreement agreement() {
        return Agreement.of(view.same(), view.compared());
    }

    public boolean failed() {
        return view.failure() != null;
    }

    /** The time for which it has run, such as {@code 4 min}. */
    public String span() {
        return FigureTexts.span(Math.max(0, forMs));
    }

    /** The choices of each node, sorted by name; of many nodes those with the most choices. */
    public List<ShadowSplit> splits() {
        return view.splits().stream()
                .sorted(Comparator.comparingLong((ShadowSplit split) -> -split.active() - split.shadow()))
                .limit(MOST_NODES)
                .sorted(Comparator.comparing(ShadowSplit::node))
                .toList();
    }

    public int leftOut() {
        return Math.max(0, view.splits().size() - MOST_NODES);
    }

    /** Of the compared choices. */
    public double share(long choices) {
        return view.compared() == 0 ? 0 : (double) choices / view.compared();
    }

    /** A number of choices and its share, such as {@code 12 · 34 %}. */
    public String part(long choices) {
        return count(choices) + " · " + FigureTexts.share(share(choices));
    }

    public static String count(long choices) {
        return String.format(Locale.ROOT, "%,d", choices);
    }

    /** Key of a text that a page brings up to date. */
    public String key(String what) {
        return view.policy() + "/" + what;
    }
}
