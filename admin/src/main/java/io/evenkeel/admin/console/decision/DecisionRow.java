// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.decision;

import io.evenkeel.admin.console.view.FigureTexts;
import io.evenkeel.dispatcher.control.ShadowView.Opinion;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.Decision.Candidate;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A recorded choice as people read it.
 *
 * @param other the policy that was asked what it would have chosen; empty when none was
 * @param otherNode its choice; null when it would have held the task, or none was asked
 * @param opinions its opinion of each candidate, in their order; empty when that is not known
 */
public record DecisionRow(
        Decision decision, String other, @Nullable String otherNode, List<Opinion> opinions) {

    private static final int MOST_NAMES = 6;

    /** Names of a line where not all have a place: the best say enough. */
    private static final int BEST_NAMES = 3;

    /** Those that could take the task first, the least score first. */
    private static final Comparator<Candidate> BEST_FIRST =
            Comparator.comparing((Candidate each) -> !each.eligible()).thenComparingDouble(Candidate::score);

    public DecisionRow(Decision decision) {
        this(decision, "", null, List.of());
    }

    /** The chosen node as it stood before; nothing when it was not a member any more. */
    public Optional<Candidate> chosen() {
        return decision.candidates().stream()
                .filter(each -> each.node().equals(decision.node()))
                .findFirst();
    }

    public boolean asked() {
        return !other.isEmpty();
    }

    public boolean differs() {
        return asked() && !decision.node().equals(otherNode);
    }

    /** Tells rows of a page apart. */
    public String key() {
        return decision.atMs() + " " + decision.node();
    }

    /** The other policy's opinion of the candidate of that number; nothing when no opinions are known. */
    public Opinion opinion(int candidate) {
        return candidate < opinions.size() ? opinions.get(candidate) : new Opinion(Double.NaN, "");
    }

    /** The node to which the other policy would have sent the task. */
    public String otherChoice() {
        return otherNode == null ? "queue" : otherNode;
    }

    /**
     * All nodes, or the best of many, each in a few words: its score, or its tasks in flight where the policy does not
     * rank, or why it could not be chosen.
     */
    public String scores() {
        List<Candidate> candidates = decision.candidates();
        if (candidates.size() <= MOST_NAMES) {
            return named(candidates.stream());
        }
        return named(candidates.stream().sorted(BEST_FIRST).limit(BEST_NAMES)) + " · and "
                + (candidates.size() - BEST_NAMES) + " more";
    }

    private static String named(Stream<Candidate> candidates) {
        return candidates.map(each -> each.node() + " " + brief(each)).collect(Collectors.joining(" · "));
    }

    private static String brief(Candidate each) {
        return !each.eligible() ? state(each) : isRanked(each) ? score(each) : each.inFlight() + " in flight";
    }

    /** The reason for choosing the node in a few words, such as {@code its score was the least, 4.5}. */
    public String reason() {
        List<Candidate> eligible = eligible();
        String words = eligible.size() == 1
                ? "the only node that could take it"
                : because(eligible).replaceFirst("^[:;] ", "");
        return decision.home().isEmpty()
                ? words
                : words + "; its session was on " + decision.home() + " (" + decision.homeRule() + ")";
    }

    private List<Candidate> eligible() {
        return decision.candidates().stream().filter(Candidate::eligible).toList();
    }

    /** The reason for choosing the node and for passing over others, as far as policy and dispatcher say. */
    public String sentence() {
        List<Candidate> eligible = eligible();
        StringBuilder text = new StringBuilder(decision.policy() + " chose " + decision.node());
        text.append(eligible.size() == 1 ? ", the only node that could take the task" : " out of " + eligible.size());
        if (eligible.size() != 1) {
            text.append(" nodes that could take the task").append(because(eligible));
        }
        text.append('.');
        if (decision.attempt() > 0) {
            text.append(" It was attempt ").append(decision.attempt() + 1).append(" of the task.");
        }
        List<Candidate> out =
                decision.candidates().stream().filter(each -> !each.eligible()).toList();
        if (!out.isEmpty()) {
            text.append(" Passed over: ").append(listed(out)).append('.');
        }
        if (asked()) {
            text.append(' ').append(other).append(otherWords());
        }
        return text.toString();
    }

    private String otherWords() {
        return otherNode == null
                ? " would have held the task in the queue."
                : differs() ? " would have chosen " + otherNode + "." : " would have chosen the same.";
    }

    private String because(List<Candidate> eligible) {
        Candidate node = chosen().orElse(null);
        if (node == null || !isRanked(node)) {
            return node != null && !node.rule().isEmpty() ? ": " + node.rule() : "; it does not rank nodes";
        }
        Candidate least = eligible.stream()
                .filter(DecisionRow::isRanked)
                .min(Comparator.comparingDouble(Candidate::score))
                .orElse(node);
        String rule = node.rule().isEmpty() || node.rule().equals("least score") ? "" : " (" + node.rule() + ")";
        if (least.score() < node.score()) {
            return ": its score was " + score(node) + rule + "; the least, " + score(least) + ", was that of "
                    + least.node() + (least.rule().isEmpty() ? "" : " (" + least.rule() + ")");
        }
        boolean shared =
                eligible.stream().filter(each -> each.score() == node.score()).count() > 1;
        return (shared ? ": no score was less than its " : ": its score was the least, ") + score(node) + rule;
    }

    private static String listed(List<Candidate> out) {
        String names = out.stream()
                .limit(MOST_NAMES)
                .map(each -> each.node() + " (" + (each.rule().isEmpty() ? state(each) : each.rule()) + ")")
                .collect(Collectors.joining(", "));
        return out.size() > MOST_NAMES ? names + " and " + (out.size() - MOST_NAMES) + " more" : names;
    }

    private static boolean isRanked(Candidate each) {
        return Double.isFinite(each.score());
    }

    public static String state(Candidate each) {
        return each.state().name().toLowerCase(Locale.ROOT);
    }

    /** The score as a part of the greatest among the nodes, 0 to 1; 0 where the policy does not rank. */
    public double bar(Candidate each) {
        double most = decision.candidates().stream()
                .mapToDouble(Candidate::score)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return isRanked(each) && most > 0 ? Math.max(0, each.score() / most) : 0;
    }

    /** The score with three significant digits; a dash where the policy does not rank. */
    public static String score(Candidate each) {
        return score(each.score());
    }

    /** The same of a bare figure. */
    public static String score(double score) {
        return Double.isFinite(score)
                ? BigDecimal.valueOf(score)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString()
                : FigureTexts.UNKNOWN;
    }

    public static String age(Candidate each) {
        return each.sampleAgeMs() < 0 ? FigureTexts.UNKNOWN : FigureTexts.time((double) each.sampleAgeMs());
    }

    /** A share out of the sample, as {@code 12 %}. */
    public static String share(Candidate each, String figure) {
        return FigureTexts.share(each.vector().getOrDefault(figure, Double.NaN));
    }

    /** A figure out of the sample and the most it can be, as {@code 3 / 12}. */
    public static String part(Candidate each, String used, String most) {
        return FigureTexts.part(
                each.vector().getOrDefault(used, Double.NaN), each.vector().getOrDefault(most, Double.NaN));
    }
}
