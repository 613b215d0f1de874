// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.config.Settings;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.node.NodeOrder;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The membership of a dispatcher, if its first configuration has one: the module is loaded for it alone, so it costs
 * nothing otherwise. Another configuration of it takes effect at the next start, because the others know this member by
 * its address and key. Threads: {@link #prepare}, {@link #begin} and {@link #close} are serial; the rest is for any
 * thread.
 */
public final class JoinLink implements AutoCloseable {

    private final BiFunction<JoinSettings, String, JoinContext> context;
    private final Iterable<JoinProvider> providers;
    private @Nullable JoinSettings inForce;
    private @Nullable String key;
    private boolean begun;
    private volatile @Nullable Joined joined;

    /** @param context made of the settings and the cluster key */
    public JoinLink(BiFunction<JoinSettings, String, JoinContext> context) {
        this(context, ServiceLoader.load(JoinProvider.class, JoinLink.class.getClassLoader()));
    }

    /** The same with providers that need not be looked for. */
    public JoinLink(BiFunction<JoinSettings, String, JoinContext> context, Iterable<JoinProvider> providers) {
        this.context = context;
        this.providers = providers;
    }

    /**
     * Joins the others before the first settings are in force, if they want that; does nothing later.
     *
     * @throws IOException when the module is missing, with a sentence for the user
     */
    public void prepare(Settings first) throws IOException {
        JoinSettings wanted = first.join();
        if (begun || wanted == null) {
            return;
        }
        for (JoinProvider provider : providers) {
            key = Objects.requireNonNull(first.clusterKey().key(), "checked with the settings");
            inForce = wanted;
            joined = provider.open(context.apply(wanted, key));
            return;
        }
        throw new IOException("'join' needs the jar evenkeel-join and its libraries, which are not there");
    }

    /** Follows settings that are in force now; a line for what they say and what is not done before the next start. */
    public List<String> begin(Settings settings) {
        boolean first = !begun;
        begun = true;
        Joined present = joined;
        if (first) {
            if (present != null) {
                present.begin();
            }
            return List.of();
        }
        boolean same = Objects.equals(settings.join(), inForce)
                && (inForce == null || Objects.equals(settings.clusterKey().key(), key));
        return same
                ? List.of()
                : List.of("join: a change of it, or of the cluster-key that it uses, takes effect at the next start");
    }

    /** Hands an order of an administrator to the other members, if there are any. */
    public void told(String cluster, String node, NodeOrder order) {
        Joined present = joined;
        if (present != null) {
            present.told(cluster, node, order);
        }
    }

    /**
     * Has all members reload, or none of them.
     *
     * @param alone the reload of a dispatcher by itself
     */
    public ReloadResult reloadAll(Supplier<ReloadResult> alone) {
        Joined present = joined;
        return present == null ? alone.get() : present.reloadAll();
    }

    /** Has all other members cut a node; nothing for a dispatcher by itself. */
    public CutResult cut(String cluster, String node) {
        Joined present = joined;
        return present == null ? CutResult.NONE : present.cut(cluster, node);
    }

    /** A node as all other members see it; nothing for a dispatcher by itself. */
    public Elsewhere elsewhere(String cluster, String node) {
        Joined present = joined;
        return present == null ? Elsewhere.NONE : present.elsewhere(cluster, node);
    }

    /** The members; null for a dispatcher by itself. */
    public @Nullable JoinView view() {
        Joined present = joined;
        return present == null ? null : present.view();
    }

    @Override
    public void close() {
        Joined present = joined;
        if (present != null) {
            present.close();
        }
    }
}
