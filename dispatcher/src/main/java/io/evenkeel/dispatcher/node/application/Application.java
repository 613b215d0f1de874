// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.application;

import io.evenkeel.config.text.Octets;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.condition.HostName;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * An application of a cluster: a path, perhaps of one host only, and its state on each node.
 *
 * <p>One object lives for as long as any node has the application, so that tasks count where they began. Threads: any;
 * counts are written inside the cluster's gate.
 */
public final class Application {

    private final @Nullable String host;
    private final String path;
    private final byte @Nullable [] hostOctets;
    private final byte @Nullable [] prefix;
    private final AtomicIntegerArray running;
    private volatile ApplicationState[] states = {};

    /**
     * An application that no node has yet.
     *
     * @param host the host that requests must name, without a port, as {@link HostName#plain} has it; null for any
     * @param path begins with a slash; that alone stands for every path
     * @param slots of the cluster
     */
    public Application(@Nullable String host, String path, int slots) {
        this.host = host;
        this.path = path;
        hostOctets = host == null ? null : Octets.ascii(host);
        prefix = prefix(path);
        running = new AtomicIntegerArray(slots);
    }

    private static byte @Nullable [] prefix(String path) {
        byte[] octets = Octets.ascii(path);
        RoutePath read = new RoutePath();
        read.read(octets, 0, octets.length);
        byte[] plain = read.toBytes();
        int length = plain[plain.length - 1] == '/' ? plain.length - 1 : plain.length;
        return length == 0 ? null : Arrays.copyOf(plain, length);
    }

    /** True for the one that no node can have. */
    public boolean isNobodys() {
        return running.length() == 0;
    }

    /** The host that requests must name; null for any. */
    public @Nullable String host() {
        return host;
    }

    public String path() {
        return path;
    }

    /** Sets the state on each node, by slot; nodes behind the end do not have the application. */
    public void states(ApplicationState[] bySlot) {
        states = bySlot.clone();
    }

    /** The state on the node of a slot. */
    public ApplicationState state(int slot) {
        ApplicationState[] now = states;
        return slot < now.length ? now[slot] : ApplicationState.REMOVED;
    }

    /** True when the node of a slot takes a task that belongs to no session there. */
    public boolean takes(int slot) {
        return state(slot) == ApplicationState.ENABLED;
    }

    /** True when the node of a slot takes tasks of its sessions. */
    public boolean keeps(int slot) {
        return state(slot).compareTo(ApplicationState.DISABLED) >= 0;
    }

    /** True when one of these slots takes tasks. */
    public boolean isOpen(int[] slots, int count) {
        for (int i = 0; i < count; i++) {
            if (takes(slots[i])) {
                return true;
            }
        }
        return false;
    }

    /** Counts a task that begins on a node. */
    public void start(int slot) {
        running.lazySet(slot, running.getPlain(slot) + 1);
    }

    /** Counts the end of a task. */
    public void finish(int slot) {
        running.lazySet(slot, running.getPlain(slot) - 1);
    }

    /** Tasks that run on the node of a slot. */
    public int running(int slot) {
        return slot < running.length() ? running.get(slot) : 0;
    }

    /** True when a request is for the application. */
    boolean fits(byte[] octets, int hostAt, int hostEnd, RoutePath asked) {
        return (hostOctets == null
                        || Octets.equalsLower(octets, hostAt, HostName.end(octets, hostAt, hostEnd), hostOctets))
                && (prefix == null || asked.isBelow(prefix));
    }
}
