// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import io.evenkeel.wire.octets.Decimal;

/**
 * The load report in the header of an answer, as ORCA defines it: the decision vector of a sample, from any server that
 * speaks ORCA.
 *
 * <p>The value of the header begins with its form: {@code TEXT}, {@code JSON} or {@code BIN}. Percentages travel as
 * shares, and the producer's head as {@code named_metrics.epoch}, {@code seq}, {@code clock} and {@code port}.
 * {@link Metric#orcaName} gives the name of each metric; {@code cpu_utilization} and {@code application_utilization}
 * may be above 1 in ORCA and are read as 100 % then.
 *
 * <p>An object reads one report after the other, by one thread. It neither throws nor makes garbage, and gives up on a
 * report that is longer than {@link #MOST_OCTETS}, has more than 128 names, or contradicts itself. Source:
 * {@code xds/data/orca/v3/orca_load_report.proto} of cncf/xds, and Envoy's {@code orca_parser.cc}.
 */
public final class LoadReport {

    /** The header, in lower case as HTTP/2 wants it. */
    public static final String HEADER = "endpoint-load-metrics";

    /** The header of gRPC servers from before reports named their form. */
    public static final String BINARY_HEADER = "endpoint-load-metrics-bin";

    /** Most octets of a report; ours has about 800. */
    public static final int MOST_OCTETS = 8 * 1024;

    private static final String MAP = "named_metrics.";
    private static final String[] HEAD = {"epoch", "seq", "clock", "port"};

    private final ReportFields fields = new ReportFields();
    private final ReportText text = new ReportText();
    private final ReportJson json = new ReportJson();
    private final ReportBinary binary = new ReportBinary(fields);

    /** Writes the value of the header in the TEXT form. */
    public static void writeText(NodeSample sample, StringBuilder out) {
        out.append("TEXT ");
        int begin = out.length();
        for (int i = 0; i < Metric.count(); i++) {
            Metric metric = Metric.at(i);
            if (metric.inReport() && sample.has(metric)) {
                out.append(out.length() == begin ? "" : ",").append(isField(metric) ? "" : MAP);
                out.append(metric.orcaName()).append(':');
                Decimal.append(sample.value(metric) * metric.orcaScale(), out);
            }
        }
        for (int i = 0; i < HEAD.length; i++) {
            if (head(sample, i) != 0) {
                out.append(out.length() == begin ? "" : ",").append(MAP).append(HEAD[i]);
                out.append(':').append(head(sample, i));
            }
        }
    }

    /** Writes the value of the header in the JSON form. */
    public static void writeJson(NodeSample sample, StringBuilder out) {
        out.append("JSON {");
        members(sample, true, out);
        out.append(out.charAt(out.length() - 1) == '{' ? "" : ",").append("\"named_metrics\":{");
        members(sample, false, out);
        for (int i = 0; i < HEAD.length; i++) {
            if (head(sample, i) != 0) {
                out.append(out.charAt(out.length() - 1) == '{' ? "\"" : ",\"").append(HEAD[i]);
                out.append("\":").append(head(sample, i));
            }
        }
        out.append("}}");
    }

    /**
     * Reads the value of the header.
     *
     * <p>Of a figure that its metric does not allow, or of somebody else's name in one of the maps, the rest of the
     * report is still read; the former is counted by {@link NodeSample#rejected}.
     *
     * @return false, and the sample is empty, for what is not a report, says nothing, has a name twice, an unknown
     *     field, a negative figure of ours, NaN or infinity
     */
    public boolean read(byte[] octets, int from, int to, NodeSample into) {
        fields.begin(into);
        if (to - from <= MOST_OCTETS && form(octets, from, to) && fields.end()) {
            return true;
        }
        into.clear();
        return false;
    }

    /**
     * Reads the value of the older header {@link #BINARY_HEADER}: the BIN form without the word; the rest is as in
     * {@link #read}.
     */
    public boolean readBinary(byte[] octets, int from, int to, NodeSample into) {
        fields.begin(into);
        if (to - from <= MOST_OCTETS && binary.read(octets, from, to, fields) && fields.end()) {
            return true;
        }
        into.clear();
        return false;
    }

    /** True for a figure that has a field of its own in ORCA. */
    static boolean isField(Metric metric) {
        switch (metric.orcaName()) {
            case "cpu_utilization":
            case "mem_utilization":
            case "application_utilization":
            case "rps_fractional":
            case "eps":
                return true;
            default:
                return false;
        }
    }

    private boolean form(byte[] octets, int from, int to) {
        if (starts("TEXT ", octets, from, to)) {
            return text.read(octets, from + 5, to, fields);
        }
        if (starts("JSON ", octets, from, to)) {
            return json.read(octets, from + 5, to, fields);
        }
        return starts("BIN ", octets, from, to) && binary.read(octets, from + 4, to, fields);
    }

    private static boolean starts(String word, byte[] octets, int from, int to) {
        if (to - from < word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (octets[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static void members(NodeSample sample, boolean ofField, StringBuilder out) {
        for (int i = 0; i < Metric.count(); i++) {
            Metric metric = Metric.at(i);
            if (metric.inReport() && isField(metric) == ofField && sample.has(metric)) {
                out.append(out.charAt(out.length() - 1) == '{' ? "\"" : ",\"")
                        .append(metric.orcaName())
                        .append("\":");
                Decimal.append(sample.value(metric) * metric.orcaScale(), out);
            }
        }
    }

    private static long head(NodeSample sample, int which) {
        switch (which) {
            case 0:
                return sample.epochMs();
            case 1:
                return sample.sequence();
            case 2:
                return sample.clockMs();
            default:
                return sample.agentPort();
        }
    }
}
