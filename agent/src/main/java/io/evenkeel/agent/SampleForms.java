// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent;

import io.evenkeel.agent.collect.SampleTaker;
import io.evenkeel.agent.settings.AgentOptions;
import io.evenkeel.wire.HtmlSample;
import io.evenkeel.wire.JsonSample;
import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.NodeSample;
import io.evenkeel.wire.PoolReading;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The newest sample in the forms in which readers want it. Safe for every thread; each call makes a text. */
final class SampleForms {

    private static final int USUAL_LENGTH = 4_096;
    private static final String VERSION = version();

    private final SampleTaker taker;
    private final String name;
    private final String header;

    SampleForms(SampleTaker taker, AgentOptions settings) {
        this.taker = taker;
        this.name = settings.name();
        this.header = settings.header();
    }

    /** The value of the header that answers carry; null when they carry none. */
    @Nullable
    String report() {
        return header.equals("off")
                ? null
                : taker.read(header.equals("json") ? SampleForms::orcaJson : SampleForms::orcaText);
    }

    /**
     * The sample as a page; null while there is none.
     *
     * @param form {@code json}, {@code html} or {@code orca}
     * @param server the name of the app server, for people; empty when unknown
     * @param pools its JDBC pools, for people
     */
    @Nullable
    String page(String form, String server, Supplier<List<PoolReading>> pools) {
        return taker.<@Nullable String>read(sample ->
                sample.sequence() == 0 ? null : form(form, server, pools).apply(sample));
    }

    private Function<NodeSample, String> form(String form, String server, Supplier<List<PoolReading>> pools) {
        switch (form) {
            case "html":
                return sample -> written(out -> HtmlSample.write(sample, name, pools.get(), out));
            case "orca":
                return SampleForms::orcaText;
            default:
                return sample -> written(out -> JsonSample.write(sample, server, VERSION, out));
        }
    }

    private static String orcaText(NodeSample sample) {
        return written(out -> LoadReport.writeText(sample, out));
    }

    private static String orcaJson(NodeSample sample) {
        return written(out -> LoadReport.writeJson(sample, out));
    }

    private static String written(Consumer<StringBuilder> writer) {
        StringBuilder out = new StringBuilder(USUAL_LENGTH);
        writer.accept(out);
        return out.toString();
    }

    private static String version() {
        String known = SampleForms.class.getPackage().getImplementationVersion();
        return known == null ? "unknown" : known;
    }
}
