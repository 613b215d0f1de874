// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.Thousand;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The costs of the console with a thousand nodes that all change each second: printed, and asserted where it does not
 * depend on the clock.
 */
@Tag("slow")
@QuickPasswords
class ThousandCostIT {

    private static final int TICKS = 40;
    private static final long NS_PER_S = 1_000_000_000;
    private static final int WATCHED_S = 20;
    private static final double MOST_KB = 40;

    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aReadingKeepsFewKilobytesOfANode() {
        Thousand nodes = new Thousand();
        ScriptedControl control = new ScriptedControl();
        control.fleet = nodes;
        long[] cpuNs = new long[TICKS];
        long[] allocated = new long[TICKS];
        List<Readings> held = new ArrayList<>(List.of(new Readings(control)));
        for (int tick = 0; tick < TICKS; tick++) {
            nodes.beat(tick);
            long thread = Thread.currentThread().getId();
            long beganB = threads.getThreadAllocatedBytes(thread);
            long beganNs = threads.getCurrentThreadCpuTime();
            held.get(0).take(tick * NS_PER_S, tick * 1000L);
            cpuNs[tick] = threads.getCurrentThreadCpuTime() - beganNs;
            allocated[tick] = threads.getThreadAllocatedBytes(thread) - beganB;
        }
        long with = usedBytes();
        assertThat(held.get(0).latest(TICKS * NS_PER_S, 0)).isNotNull();
        held.clear();
        double keptKb = (with - usedBytes()) / 1024.0 / Thousand.NODES;
        System.out.printf(
                "readings of %d nodes: %.1f kB kept a node, %.1f ms of CPU and %.1f MB allocated a tick, the control door's part included%n",
                Thousand.NODES, keptKb, median(cpuNs) / 1e6, median(allocated) / 1e6);
        assertThat(keptKb).isLessThan(MOST_KB);
    }

    private static long usedBytes() {
        for (int round = 0; round < 3; round++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static double median(long[] values) {
        long[] late = Arrays.copyOfRange(values, values.length / 2, values.length);
        Arrays.sort(late);
        return late[late.length / 2];
    }

    @Test
    void aBrowserFollowsWithoutLongTasks() throws Exception {
        Chromium.need();
        Thousand nodes = new Thousand();
        ScriptedControl control = new ScriptedControl();
        control.fleet = nodes;
        try (AdminServer server =
                        AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null), control, null);
                Chromium browser = new Chromium(1400, 900, false)) {
            browser.go(Objects.requireNonNull(server.setUpLink()));
            browser.type("#password", "correct horse battery");
            browser.type("#again", "correct horse battery");
            browser.click("button.main");
            browser.text("h1", "Overview");
            for (String path : new String[] {"/console", "/console/cluster?cluster=big&sort=cpu"}) {
                watch(server.url().resolve(path), nodes, browser);
            }
        }
    }

    private void watch(URI page, Thousand nodes, Chromium browser) throws Exception {
        long[] loadMs = new long[5];
        for (int load = 0; load < loadMs.length; load++) {
            browser.go(page);
            loadMs[load] = Long.parseLong(
                    browser.run(
                            "const n = performance.getEntriesByType('navigation')[0]; return String(Math.round(n.responseEnd - n.requestStart))"));
        }
        browser.await("return document.querySelector('#live')?.textContent ?? ''", "live"::equals);
        browser.run("""
                window.longest = 0; window.long = 0; window.changed = 0; window.bytes = 0;
                new PerformanceObserver(list => { for (const task of list.getEntries()) {
                  window.long++; window.longest = Math.max(window.longest, task.duration); } }).observe({ entryTypes: ['longtask'] });
                new MutationObserver(list => { window.changed += list.length; })
                  .observe(document.getElementById('main'), { subtree: true, childList: true, characterData: true, attributes: true });
                const own = new EventSource('/console/live?' + (document.querySelector('main [data-live]') ?? document.body).dataset.live);
                own.addEventListener('cells', event => { window.bytes += event.data.length; });
                return ''""");
        long beganNs = liveCpuNs();
        for (int second = 0; second < WATCHED_S; second++) {
            nodes.beat(second);
            TimeUnit.SECONDS.sleep(1);
        }
        double cpuMs = (liveCpuNs() - beganNs) / 1e6 / WATCHED_S;
        System.out.printf(
                "%s: %d ms from request to answer (median), %.1f ms of CPU a tick on admin-live, %.1f kB a second for a tab, %.0f DOM changes"
                        + " a second, %s long tasks, the longest %s ms%n",
                page,
                (long) median(loadMs),
                cpuMs,
                Double.parseDouble(browser.run("return String(window.bytes)")) / 1024 / WATCHED_S,
                Double.parseDouble(browser.run("return String(window.changed)")) / WATCHED_S,
                browser.run("return String(window.long)"),
                browser.run("return String(Math.round(window.longest))"));
    }

    private long liveCpuNs() {
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().equals("admin-live")) {
                return threads.getThreadCpuTime(thread.getThreadId());
            }
        }
        throw new IllegalStateException("no thread admin-live");
    }
}
