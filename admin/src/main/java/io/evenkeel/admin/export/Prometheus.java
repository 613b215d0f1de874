// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import com.sun.management.OperatingSystemMXBean;
import io.evenkeel.admin.alert.Alerts;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.http.Context;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The {@code /metrics} page: the dispatcher's families beside those of the JVM. */
public final class Prometheus implements AutoCloseable {

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /** Micrometer counts it in nanoseconds, and Prometheus' rules want seconds. */
    private static final String CPU_TIME = "process.cpu.time";

    private static final double NS_PER_S = 1e9;

    /** Prometheus' rules keep the ending {@code _count} for histograms and summaries. */
    private static final MeterFilter NAMES = new MeterFilter() {
        @Override
        public Meter.Id map(Meter.Id id) {
            return id.getName().equals("system.cpu.count") ? id.withName("system.cpus") : id;
        }
    };

    /** Exemplars are on buckets only; by default they are on counts, too, and Prometheus 2 refuses such a page. */
    private static final PrometheusConfig CONFIG = new PrometheusConfig() {
        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public Properties prometheusProperties() {
            return new Properties();
        }
    };

    private final PrometheusMeterRegistry registry;
    private final JvmGcMetrics garbage = new JvmGcMetrics();

    /** Figures of a dispatcher and of its process, without those of alerts. */
    public Prometheus(Control control) {
        this(new DispatcherCollector(control, null));
    }

    public Prometheus(Control control, Alerts alerts) {
        this(new DispatcherCollector(control, alerts));
    }

    private Prometheus(DispatcherCollector dispatcher) {
        PrometheusRegistry prometheus = new PrometheusRegistry();
        prometheus.register(dispatcher);
        registry = new PrometheusMeterRegistry(CONFIG, prometheus, Clock.SYSTEM);
        registry.config().meterFilter(NAMES).meterFilter(MeterFilter.denyNameStartsWith(CPU_TIME));
        garbage.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        cpuSeconds();
    }

    /** The processor time of this process under the name that Prometheus' own libraries give it. */
    private void cpuSeconds() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu", system, each -> each.getProcessCpuTime() / NS_PER_S)
                    .baseUnit("seconds")
                    .description("Processor time of this process, in user and in kernel mode.")
                    .register(registry);
        }
    }

    /** Answers a scrape, in OpenMetrics when that is asked for and else in the text format every scraper reads. */
    public void scrape(Context context) throws IOException {
        String accept = context.header("Accept");
        String type = accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
        context.contentType(type);
        registry.scrape(context.outputStream(), type);
    }

    /** The figures of this moment. */
    public MetricSnapshots figures() {
        return registry.getPrometheusRegistry().scrape();
    }

    @Override
    public void close() {
        garbage.close();
        registry.close();
    }
}
