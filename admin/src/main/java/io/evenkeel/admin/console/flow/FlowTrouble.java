// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.flow;

import io.evenkeel.admin.console.view.FigureTexts;
import io.evenkeel.admin.console.view.NodeFigures;
import io.evenkeel.admin.console.view.Snapshot.ClusterFigures;
import io.evenkeel.dispatcher.node.NodeState;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The trouble of a place and its words, the worst that is found there.
 *
 * @param words empty without trouble
 */
public record FlowTrouble(Trouble level, String words) {

    /** No trouble. */
    public static final FlowTrouble NONE = new FlowTrouble(Trouble.NONE, "");

    /** The share of failed requests from which on trouble is bad. */
    private static final double MANY_FAIL = 0.05;

    /** The part of a node's limit from which on it counts as full. */
    private static final double FULL = 0.9;

    /** A cluster: red when it cannot serve or many requests fail, amber when work waits or a node is missing. */
    public static FlowTrouble of(ClusterFigures cluster) {
        int nodes = cluster.nodes().size();
        int up = cluster.view().counts().up();
        if (up == 0) {
            return new FlowTrouble(Trouble.BAD, nodes == 0 ? "no node" : "no node up");
        }
        double failed = cluster.rates().failureShare();
        if (failed >= MANY_FAIL) {
            return new FlowTrouble(Trouble.BAD, fails(failed));
        }
        int waiting = cluster.view().counts().waiting();
        if (waiting > 0) {
            return new FlowTrouble(Trouble.SOME, FigureTexts.number(waiting) + (waiting == 1 ? " waits" : " wait"));
        }
        if (failed > 0) {
            return new FlowTrouble(Trouble.SOME, fails(failed));
        }
        return up < nodes ? new FlowTrouble(Trouble.SOME, up + " of " + nodes + " up") : NONE;
    }

    /**
     * A node: red when it is lost or many requests fail there, amber when it is full or an administrator holds it back.
     */
    public static FlowTrouble of(NodeFigures node) {
        NodeState state = node.view().state();
        String reason = node.view().reason();
        String word = state.name().toLowerCase(Locale.ROOT);
        String said = reason == null || reason.isBlank() ? word : word + ": " + reason;
        switch (state) {
            case DOWN, EJECTED, SILENT -> {
                return new FlowTrouble(Trouble.BAD, said);
            }
            case DRAIN, MAINT, PROBING, RESTING -> {
                return new FlowTrouble(Trouble.SOME, said);
            }
            case UP -> {}
        }
        double failed = node.rates().failureShare();
        if (failed > 0) {
            return new FlowTrouble(failed >= MANY_FAIL ? Trouble.BAD : Trouble.SOME, fails(failed));
        }
        int inFlight = node.view().counts().inFlight();
        int limit = node.view().counts().limit();
        if (inFlight >= FULL * limit) {
            return new FlowTrouble(Trouble.SOME, "full: " + inFlight + " of " + limit);
        }
        double queue = node.sampled("AMX_CONNS_QD");
        return queue >= 1 ? new FlowTrouble(Trouble.SOME, FigureTexts.number(queue) + " wait for a worker") : NONE;
    }

    /** True when the node takes no tasks, and nobody wanted that. */
    static boolean isLost(NodeFigures node) {
        return switch (node.view().state()) {
            case DOWN, EJECTED, SILENT -> true;
            case DRAIN, MAINT, PROBING, RESTING, UP -> false;
        };
    }

    /** Several nodes as one: amber when something is wrong with any of them. */
    static FlowTrouble ofOthers(List<NodeFigures> nodes) {
        long lost = nodes.stream().filter(FlowTrouble::isLost).count();
        long troubled =
                nodes.stream().filter(node -> of(node).level() == Trouble.BAD).count() - lost;
        String words = Stream.of(lost > 0 ? lost + " lost" : "", troubled > 0 ? troubled + " with many failures" : "")
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? NONE : new FlowTrouble(Trouble.SOME, words);
    }

    /**
     * A listener.
     *
     * @param refused requests and handshakes a second; NaN is unknown
     */
    static FlowTrouble ofListener(double refused) {
        return refused > 0 ? new FlowTrouble(Trouble.SOME, FigureTexts.number(refused) + " refused / s") : NONE;
    }

    private static String fails(double share) {
        return FigureTexts.share(share) + " failed";
    }
}
