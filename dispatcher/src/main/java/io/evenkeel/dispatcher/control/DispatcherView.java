// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.admission.AdmissionCounts;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import java.util.List;

/**
 * The dispatcher at one moment.
 *
 * @param transport {@code epoll}, {@code io_uring} or {@code nio}
 * @param configGeneration 1 at start, one more for each reload that was applied
 * @param lastReloadSucceeded true until a reload fails, and again after one succeeds
 * @param lastReloadMs wall clock of the last reload that was tried or of the start
 */
public record DispatcherView(
        String version,
        DispatcherState state,
        long startedMs,
        String transport,
        int loops,
        int configGeneration,
        boolean lastReloadSucceeded,
        long lastReloadMs,
        List<ListenerView> listeners) {

    public DispatcherView {
        listeners = List.copyOf(listeners);
    }

    /**
     * A listener at one moment.
     *
     * @param address the real one, with the port the system gave
     * @param protocol {@code http} or {@code tcp}
     * @param traffic its connections, and the requests that the dispatcher refused itself
     * @param admission its limits of connections and their effect so far
     * @param certificates those that clients are shown; empty without TLS
     */
    public record ListenerView(
            String name,
            String protocol,
            String address,
            ListenerTraffic traffic,
            AdmissionCounts admission,
            List<CertificateView> certificates) {

        public ListenerView {
            certificates = List.copyOf(certificates);
        }

        /** A listener of plain connections. */
        public ListenerView(
                String name, String protocol, String address, ListenerTraffic traffic, AdmissionCounts admission) {
            this(name, protocol, address, traffic, admission, List.of());
        }
    }
}
