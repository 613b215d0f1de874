// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.cluster;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a cluster for more work than its nodes can do.
 *
 * @param admitSessions true to refuse new sessions while the nodes cannot finish them
 * @param classes the first that fits counts; those of no class wait in a line of their own
 * @param patienceHeader field in lower case in which clients say how many milliseconds they wait; null for none
 * @param page HTML that is shown with 503 instead of the dispatcher's own; null for that
 * @param waitForWorkers true to give a node no more tasks and connections than it has workers, as its agent tells
 * @param learnConcurrency true to give a node without such an agent no more tasks than its answers show to be good
 * @param learnPatience true to refuse what has waited for as long as clients were seen to wait
 */
public record OverloadSettings(
        boolean admitSessions,
        List<QueueClass> classes,
        @Nullable String patienceHeader,
        @Nullable String page,
        boolean waitForWorkers,
        boolean learnConcurrency,
        boolean learnPatience) {

    public static final OverloadSettings NONE = new OverloadSettings(false, List.of(), null, null);

    public OverloadSettings {
        classes = List.copyOf(classes);
    }

    /** Rules of which nothing is learned, and that ask no agent. */
    public OverloadSettings(
            boolean admitSessions, List<QueueClass> classes, @Nullable String patienceHeader, @Nullable String page) {
        this(admitSessions, classes, patienceHeader, page, false, false, false);
    }

    /** True when nothing of it is used. */
    public boolean isOff() {
        return equals(NONE);
    }

    /** The names of the classes by number; 0 is {@link QueueClass#OTHER}. */
    public List<String> classNames() {
        List<String> names = new ArrayList<>();
        names.add(QueueClass.OTHER);
        classes.forEach(each -> names.add(each.name()));
        return List.copyOf(names);
    }
}
