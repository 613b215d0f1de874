// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import io.evenkeel.wire.octets.Names;
import io.evenkeel.wire.octets.Seen;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parts of a load report that were read so far: its fields, which are all known, and the names in its maps, most of
 * which are not Evenkeel's.
 */
final class ReportFields {

    /** The name is one of no concern to us. */
    static final int FOREIGN = -1;
    /** Codes of fields that hold more than one figure, or none that is used. */
    static final int NAMED = Filling.PORT + 1;

    static final int OTHERS = NAMED + 1;
    static final int REQUESTS = NAMED + 2;

    private static final int FIELD_NAMES = 1;
    private static final int PERCENT_SHIFT = 2;

    private static final Names FIELDS;
    private static final Names METRICS;

    static {
        Map<String, Integer> fields = new TreeMap<>();
        Map<String, Integer> metrics = new TreeMap<>();
        for (int i = 0; i < Metric.count(); i++) {
            Metric metric = Metric.at(i);
            if (metric.inReport()) {
                (LoadReport.isField(metric) ? fields : metrics).put(metric.orcaName(), i);
            }
        }
        // Printers of Protocol Buffers write names either way.
        for (String name : fields.keySet().toArray(new String[0])) {
            fields.put(camel(name), fields.get(name));
        }
        fields.put("rps", REQUESTS);
        for (String map : new String[] {"utilization", "request_cost", "requestCost"}) {
            fields.put(map, OTHERS);
        }
        fields.put("named_metrics", NAMED);
        fields.put("namedMetrics", NAMED);
        metrics.put("epoch", Filling.EPOCH);
        metrics.put("seq", Filling.SEQUENCE);
        metrics.put("clock", Filling.CLOCK);
        metrics.put("port", Filling.PORT);
        FIELDS = new Names(fields);
        METRICS = new Names(metrics);
    }

    private final Filling filling = new Filling();
    private final Seen seen = new Seen();
    private NodeSample into = new NodeSample();
    private boolean empty;

    void begin(NodeSample sample) {
        into = sample;
        filling.begin(sample);
        seen.clear();
        empty = true;
    }

    /** True when anything was said, of concern or not; the sample has its head then. */
    boolean end() {
        filling.end(into);
        return !empty;
    }

    /** The code of a field; {@link #FOREIGN} when there is no such field. */
    int field(byte[] octets, int from, int to) {
        return FIELDS.code(octets, from, to);
    }

    /** The code of a name in {@code named_metrics}; {@link #FOREIGN} for those of others. */
    int named(byte[] octets, int from, int to) {
        return METRICS.code(octets, from, to);
    }

    /**
     * Takes note of a name in one of the maps, or of a field; false when it is there already, empty, or one too many.
     */
    boolean first(byte[] octets, int from, int to, int map) {
        return to > from && seen.add(octets, from, to, FIELD_NAMES + map);
    }

    /** The power of ten with which a figure of the report becomes one of the sample. */
    int shift(int code) {
        return isMetric(code) && Metric.at(code).unit() == Unit.PERCENT ? PERCENT_SHIFT : 0;
    }

    /**
     * Takes a number that was shifted.
     *
     * @return false when the report cannot be believed: the figure is there already, or ours and negative
     */
    boolean put(int code, double value) {
        empty = false;
        if (code < 0 || code > Filling.PORT) {
            return true;
        }
        if (value < 0) {
            return false;
        }
        double figure = value;
        if (isMetric(code)) {
            Metric metric = Metric.at(code);
            if (metric == Metric.OS_CPU_USED_PERCENT || metric == Metric.RQST_UTILIZATION_PERCENT) {
                figure = Math.min(100, value);
            }
        }
        // A sum with 0 makes -0 a plain 0.
        return filling.put(code, figure + 0.0, into);
    }

    private static boolean isMetric(int code) {
        return code >= 0 && code < Filling.EPOCH;
    }

    private static String camel(String name) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            out.append(c == '_' ? Character.toUpperCase(name.charAt(++i)) : c);
        }
        return out.toString();
    }
}
