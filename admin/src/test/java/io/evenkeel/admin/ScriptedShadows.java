// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.ShadowConflictException;
import io.evenkeel.dispatcher.control.ShadowControl;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.node.Decision;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Shadows of the first cluster, with figures that a test gives; each differs about the last decision. */
public final class ScriptedShadows implements ShadowControl {

    public volatile long compared;
    public volatile long same;
    public volatile @Nullable String failure;

    private final Control control;
    private final List<String> running = new CopyOnWriteArrayList<>();

    ScriptedShadows(Control control) {
        this.control = control;
    }

    @Override
    public List<ShadowView> list(String cluster) {
        control.cluster(cluster);
        return cluster.equals(control.clusters().get(0).name())
                ? running.stream().map(this::view).toList()
                : List.of();
    }

    private ShadowView view(String policy) {
        Decision last = control.decisions(control.clusters().get(0).name()).get(0);
        List<ShadowView.Opinion> opinions = List.of(
                new ShadowView.Opinion(7.25, ""),
                new ShadowView.Opinion(Double.NaN, ""),
                new ShadowView.Opinion(0.5, "the idlest"));
        return new ShadowView(
                policy,
                last.policy(),
                policy.equals(last.policy()),
                1_700_000_000_000L,
                compared,
                same,
                0,
                2,
                failure,
                compared == 0
                        ? List.of()
                        : List.of(
                                new ShadowView.ShadowSplit(last.node(), compared, same),
                                new ShadowView.ShadowSplit("vcn3", 0, compared - same)),
                compared == 0 ? List.of() : List.of(new ShadowView.Difference(last, "vcn3", opinions)));
    }

    @Override
    public ShadowView start(String cluster, String policy) {
        if (!control.policies(cluster).contains(policy)) {
            throw new UnknownNameException("no policy '" + policy + "' can work on cluster '" + cluster + "'");
        }
        if (running.contains(policy)) {
            throw new ShadowConflictException(
                    "policy '" + policy + "' is a shadow of cluster '" + cluster + "' already");
        }
        running.add(policy);
        return view(policy);
    }

    @Override
    public ShadowView stop(String cluster, String policy) {
        control.cluster(cluster);
        if (!running.remove(policy)) {
            throw new UnknownNameException("cluster '" + cluster + "' has no shadow '" + policy + "'");
        }
        return view(policy);
    }
}
