// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.protection;

import io.evenkeel.config.ProtectSettings;
import io.evenkeel.dispatcher.admission.Intake;
import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.log.EventLogger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the process alive when there is more work than it can hold: it stops accepting connections when memory or
 * descriptors run short or a loop is behind, and refuses requests on open connections when that does not help.
 *
 * <p>Between two looks the descriptors of new connections are counted, so no flood of clients passes the limit, and
 * what is above it is left for the admin server, logs and the connections that are open. Lag is a matter of each loop:
 * one that hangs does not keep the others from work.
 *
 * <p>Threads: {@link #look} belongs to one; the rest is for any.
 */
public final class Protection implements Intake {

    /** Time between two looks. */
    static final long LOOK_NS = 100_000_000;

    /** A look that comes so much later than planned was held up, as by a collection of the heap. */
    private static final long HELD_NS = 150_000_000;

    /** Lag of a loop at which requests are refused, as a multiple of that at which nothing is accepted. */
    private static final int REFUSE_LAG = 4;

    /** The longest that a full heap is believed to be full while nothing collects it. */
    private static final long COLLECT_NS = TimeUnit.SECONDS.toNanos(5);

    private static final double NS_PER_MS = 1e6;

    private record Held(int loop, Runnable action) {}

    private final ProtectSettings settings;
    private final ProcessFigures figures;
    private final EventLogger log;
    private final Watermark memory;
    private final Watermark descriptors;
    private final long refuseLagNs;
    private final List<LoopWatch> loops = new ArrayList<>();
    private final Queue<Held> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger taken = new AtomicInteger();
    private volatile int room = Integer.MAX_VALUE;
    private volatile boolean exhausted;
    private volatile String memoryText = "";
    private volatile String descriptorsText = "";
    private long dueNs;
    private long collections;
    private long collectedNs;

    /** Makes the protection of a process with these loops. */
    Protection(ProtectSettings settings, List<Loop> all, ProcessFigures figures, LongSupplier clock, EventLogger log) {
        this.settings = settings;
        this.figures = figures;
        this.log = log;
        memory = Watermark.of(settings.memory());
        descriptors = Watermark.of(settings.descriptors());
        refuseLagNs = REFUSE_LAG * settings.loopLag().toNanos();
        for (Loop loop : all) {
            Watermark lag = refuseLagNs == 0 ? Watermark.of(1) : new Watermark(0.5 / REFUSE_LAG, 1.0 / REFUSE_LAG, 1);
            loops.add(new LoopWatch(new LoopLag(loop::execute, clock), lag, new LoopProtection()));
        }
        dueNs = clock.getAsLong();
        collectedNs = dueNs;
    }

    /** The protection of the requests of a loop. */
    public LoopProtection loopProtection(Loop loop) {
        return loops.get(loop.index()).loopProtection();
    }

    @Override
    public boolean isOpen(int loop) {
        return memory.isFree()
                && descriptors.isFree()
                && taken.get() < room
                && loops.get(loop).level().isFree();
    }

    /** The action runs after one of the looks that come, so there is always one that finds it. */
    @Override
    public void whenOpen(int loop, Runnable action) {
        waiting.add(new Held(loop, action));
    }

    @Override
    public void took() {
        taken.incrementAndGet();
    }

    @Override
    public void failed(Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        exhausted = exhausted || text.contains("Too many open files");
    }

    /** Looks at everything once. What is said holds already. */
    void look(long nowNs) {
        boolean held = nowNs - dueNs > HELD_NS;
        dueNs = nowNs + LOOK_NS;
        boolean memoryChanged = lookAtMemory(nowNs);
        boolean descriptorsChanged = lookAtDescriptors(nowNs);
        VitalResource lacking = memory.level() == ProtectionLevel.REFUSING
                ? VitalResource.MEMORY
                : descriptors.level() == ProtectionLevel.REFUSING ? VitalResource.DESCRIPTORS : null;
        for (int i = 0; i < loops.size(); i++) {
            lookAtLoop(i, nowNs, held, lacking);
        }
        if (memoryChanged) {
            say(VitalResource.MEMORY, memory, memoryText, nowNs);
        }
        if (descriptorsChanged) {
            say(VitalResource.DESCRIPTORS, descriptors, descriptorsText, nowNs);
        }
        letGo();
    }

    /** Memory cannot even be looked at: it counts as full until it can. */
    void starved(long nowNs) {
        boolean changed = memory.look(1, nowNs);
        if (settings.memory() < 1) {
            loops.forEach(each -> each.loopProtection().lacks(VitalResource.MEMORY));
        }
        if (changed) {
            memoryText = "no memory is left";
            say(VitalResource.MEMORY, memory, memoryText, nowNs);
        }
    }

    private boolean lookAtMemory(long nowNs) {
        double heap = share(figures.heapUsed(), figures.heapMost());
        double buffers = share(figures.buffersUsed(), figures.buffersMost());
        if (memory.isFree() || figures.collections() != collections || heap < memory.resumeBelow()) {
            collections = figures.collections();
            collectedNs = nowNs;
        } else if (nowNs - collectedNs >= COLLECT_NS) {
            // nothing came in, so nothing has made the JVM look what of the heap is still in use
            collectedNs = nowNs;
            figures.collect();
        }
        boolean changed = memory.look(Math.max(heap, buffers), nowNs);
        if (changed || !memory.isFree()) {
            memoryText = memoryText(heap, buffers);
        }
        return changed;
    }

    private String memoryText(double heap, double buffers) {
        return "heap %s of %d MB, buffers %s of %d MB"
                .formatted(percent(heap), figures.heapMost() >> 20, percent(buffers), figures.buffersMost() >> 20);
    }

    private boolean lookAtDescriptors(long nowNs) {
        long most = figures.descriptorsMost();
        taken.set(0);
        long open = figures.descriptorsOpen();
        if (exhausted || open < 0) {
            exhausted = false;
            open = most;
        }
        double share = share(open, most);
        boolean changed = descriptors.look(share, nowNs);
        double left = Math.ceil(descriptors.pauseAt() * most) - open;
        room = (int) Math.max(0, Math.min(Integer.MAX_VALUE, left));
        if (changed || !descriptors.isFree()) {
            descriptorsText = open + " of " + most + " descriptors";
        }
        return changed;
    }

    private void lookAtLoop(int index, long nowNs, boolean held, @Nullable VitalResource lacking) {
        LoopWatch watch = loops.get(index);
        boolean changed = false;
        if (refuseLagNs > 0) {
            long lagNs = watch.lag().look(nowNs, held);
            changed = watch.level().look((double) lagNs / refuseLagNs, nowNs);
        }
        boolean late = watch.level().level() == ProtectionLevel.REFUSING;
        watch.loopProtection().lacks(lacking != null ? lacking : late ? VitalResource.LOOPS : null);
        if (changed) {
            say(VitalResource.LOOPS, watch.level(), lagText(index), nowNs);
        }
    }

    private String lagText(int index) {
        double lagMs = loops.get(index).lag().shownNs() / NS_PER_MS;
        return String.format(Locale.ROOT, "loop %d is %.0f ms behind", index, lagMs);
    }

    /** Runs the actions of those who may go on. */
    private void letGo() {
        for (int left = waiting.size(); left > 0; left--) {
            Held next = waiting.poll();
            if (next == null) {
                return;
            }
            if (isOpen(next.loop())) {
                next.action().run();
            } else {
                waiting.add(next);
            }
        }
    }

    private void say(VitalResource resource, Watermark level, String figure, long nowNs) {
        String key = "engine.protect." + (resource == VitalResource.LOOPS ? "loop-lag" : resource.word());
        switch (level.level()) {
            case FREE ->
                log.info((memory.isFree() && descriptors.isFree()
                                ? "connections are accepted again after "
                                : resource.word() + ": free again after ")
                        + TimeUnit.NANOSECONDS.toSeconds(nowNs - level.sinceNs()) + " s: " + figure);
            case PAUSED ->
                log.warn("no connection is accepted, others wait in the kernel's queue (" + key + "): " + figure);
            case REFUSING ->
                log.warn("requests are refused with 503 " + resource.refusal().reason() + " (" + key + "): " + figure);
        }
    }

    private static double share(long used, long most) {
        return most <= 0 || most == Long.MAX_VALUE ? 0 : (double) used / most;
    }

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }

    /** The resources at this moment. */
    public List<ResourceView> view() {
        int worst = 0;
        long pauses = 0;
        ProtectionLevel level = ProtectionLevel.FREE;
        for (int i = 0; i < loops.size(); i++) {
            LoopWatch each = loops.get(i);
            pauses += each.level().pauses();
            level = each.level().level().compareTo(level) > 0 ? each.level().level() : level;
            worst = each.lag().shownNs() > loops.get(worst).lag().shownNs() ? i : worst;
        }
        double share = refuseLagNs == 0 ? 0 : (double) loops.get(worst).lag().shownNs() / refuseLagNs;
        Watermark marks = loops.get(worst).level();
        return List.of(
                view(VitalResource.MEMORY, memory, memory.share(), memory.level(), memoryText, memory.pauses()),
                view(
                        VitalResource.DESCRIPTORS,
                        descriptors,
                        descriptors.share(),
                        descriptors.level(),
                        descriptorsText,
                        descriptors.pauses()),
                view(VitalResource.LOOPS, marks, share, level, lagText(worst), pauses));
    }

    private ResourceView view(
            VitalResource resource, Watermark marks, double share, ProtectionLevel level, String figure, long pauses) {
        long refusals = 0;
        for (LoopWatch each : loops) {
            refusals += each.loopProtection().refused(resource);
        }
        return new ResourceView(
                resource.word(), share, marks.pauseAt(), marks.refuseAt(), level, figure, pauses, refusals);
    }
}
