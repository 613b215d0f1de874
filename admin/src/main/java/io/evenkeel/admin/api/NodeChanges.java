// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.node.AdminState;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Changes of nodes for API and console alike; each leaves a line in the event log and in the log of changes. */
public final class NodeChanges {

    private static final int LONGEST_REASON = 200;
    private static final double MOST_WEIGHT = 1e6;

    /** Controls, ends of lines, and marks that turn the direction of writing: a reader would not see the real text. */
    private static final Pattern UNSEEN =
            Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\x{61c}\\x{200e}\\x{200f}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

    private final Control control;
    private final AuditLog audit;

    public NodeChanges(Control control, AuditLog audit) {
        this.control = control;
        this.audit = audit;
    }

    /** Sets the values that are not null; names are checked before anything is done. */
    public NodeView change(
            Caller caller,
            String cluster,
            String node,
            @Nullable AdminState state,
            @Nullable Double weight,
            @Nullable String reason) {
        find(control, cluster, node);
        String subject = cluster + "/" + node;
        String because = reason == null ? "" : " (" + reason + ")";
        if (weight != null) {
            control.weigh(cluster, node, weight);
            control.adminLog().info(subject + ": weight " + weight + " by " + caller.name() + because);
            audit.add(caller.name(), caller.from(), "weight " + weight, subject, reason);
        }
        if (state != null) {
            control.want(cluster, node, state, reason, caller.name());
            String word = state.name().toLowerCase(Locale.ROOT);
            control.adminLog().info(subject + ": " + word + " by " + caller.name() + because);
            audit.add(caller.name(), caller.from(), word, subject, reason);
        }
        return find(control, cluster, node);
    }

    /**
     * Tells what a node has in flight at all joined dispatchers to end, once it takes no more tasks.
     *
     * @return tasks in flight at that moment
     */
    public CutResult cut(Caller caller, String cluster, String node, @Nullable String reason) {
        find(control, cluster, node);
        String subject = cluster + "/" + node;
        CutResult cut;
        try {
            cut = control.cutAll(cluster, node);
        } catch (IllegalStateException e) {
            throw new ApiRefusal(409, subject + " takes tasks", "Drain it first, or put it into maintenance.");
        }
        String because = reason == null ? "" : " (" + reason + ")";
        String silent = cut.silent().isEmpty() ? "" : ", without an answer of " + String.join(", ", cut.silent());
        control.adminLog()
                .info(subject + ": " + cut.inFlight() + " in flight told to end by " + caller.name() + because
                        + silent);
        audit.add(caller.name(), caller.from(), "cut " + cut.inFlight() + " in flight", subject, reason);
        return cut;
    }

    /** A node by its names. */
    public static NodeView find(Control control, String cluster, String node) {
        ClusterView view = control.cluster(cluster);
        return view.nodes().stream()
                .filter(candidate -> candidate.name().equals(node))
                .findFirst()
                .orElseThrow(
                        () -> new UnknownNameException("cluster '" + cluster + "' has no node '" + node + "'; it has "
                                + view.nodes().stream().map(NodeView::name).collect(Collectors.joining(", "))));
    }

    /** The state of a word such as {@code drain}. */
    public static AdminState state(String word) {
        return Arrays.stream(AdminState.values())
                .filter(state -> state.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new ApiRefusal(
                        404, "there is no command or state '" + word + "'", "Use drain, ready, maint, weight or cut."));
    }

    /** Checks that a weight makes sense. */
    public static double weight(double weight, String written) {
        if (!(weight > 0) || weight > MOST_WEIGHT) {
            throw new ApiRefusal(400, "'" + written + "' is not a weight", "Use a number above 0, at most 1000000.");
        }
        return weight;
    }

    /** A reason as it is kept: one short line. */
    public static String reason(String written) {
        String text = written.strip();
        if (text.length() > LONGEST_REASON || UNSEEN.matcher(text).find()) {
            throw new ApiRefusal(400, "the reason is too long or has control characters", "Send one short line.");
        }
        return text;
    }
}
