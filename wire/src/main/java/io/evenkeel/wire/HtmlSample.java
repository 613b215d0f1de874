// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import io.evenkeel.wire.octets.Decimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/**
 * A sample as a page for people: a table of every figure with its unit and meaning, one for each {@link Metric.Table}.
 */
public final class HtmlSample {

    private static final String STYLE =
            "body{font:14px/1.4 system-ui,sans-serif;margin:2em auto;max-width:60em;padding:0 1em}"
                    + "table{border-collapse:collapse;width:100%;margin:0 0 2em}caption{text-align:left;font-weight:600;padding:.4em 0}"
                    + "th,td{text-align:left;padding:.2em .6em;border-bottom:1px solid #ddd}"
                    + "td:nth-child(2){text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}";

    private HtmlSample() {}

    /** Writes the page, without pools. */
    public static void write(NodeSample sample, String title, StringBuilder out) {
        write(sample, title, Collections.emptyList(), out);
    }

    /** Writes the page, with a row for each of these pools. */
    public static void write(NodeSample sample, String title, List<PoolReading> pools, StringBuilder out) {
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<title>");
        escape(title, out);
        out.append("</title>\n<style>").append(STYLE).append("</style>\n</head>\n<body>\n<h1>");
        escape(title, out);
        out.append("</h1>\n<p>")
                .append(sample.size())
                .append(" of ")
                .append(Metric.count())
                .append(" figures");
        if (sample.sequence() > 0) {
            out.append("; reading ").append(sample.sequence());
        }
        if (sample.clockMs() > 0) {
            out.append(", taken ").append(Instant.ofEpochMilli(sample.clockMs()));
        }
        if (sample.epochMs() > 0) {
            out.append(", since ").append(Instant.ofEpochMilli(sample.epochMs()));
        }
        out.append(". What this server does not offer is left out.</p>\n");
        for (Metric.Table table : Metric.Table.values()) {
            table(sample, table, out);
        }
        pools(pools, out);
        out.append("</body>\n</html>\n");
    }

    private static void pools(List<PoolReading> pools, StringBuilder out) {
        if (pools.isEmpty()) {
            return;
        }
        out.append("<table>\n<caption>JDBC pools</caption>\n<thead><tr><th>Pool</th><th>In use</th><th>Most</th>"
                + "<th>Threads waiting</th></tr></thead>\n<tbody>\n");
        for (PoolReading pool : pools) {
            out.append("<tr><td>");
            escape(pool.name, out);
            out.append("</td><td>");
            figure(pool.active, "unknown", out);
            out.append("</td><td>");
            figure(pool.limit, "no limit", out);
            out.append("</td><td>");
            figure(pool.waiters, "not told", out);
            out.append("</td></tr>\n");
        }
        out.append("</tbody>\n</table>\n");
    }

    private static void figure(double value, String absent, StringBuilder out) {
        if (Double.isNaN(value)) {
            out.append(absent);
        } else {
            Decimal.append(value, out);
        }
    }

    private static void table(NodeSample sample, Metric.Table table, StringBuilder out) {
        boolean open = false;
        for (int i = 0; i < Metric.count(); i++) {
            Metric metric = Metric.at(i);
            if (metric.table() != table || !sample.has(metric)) {
                continue;
            }
            if (!open) {
                out.append("<table>\n<caption>").append(caption(table));
                out.append(
                        "</caption>\n<thead><tr><th>Figure</th><th>Value</th><th>Meaning</th></tr></thead>\n<tbody>\n");
                open = true;
            }
            out.append("<tr><td>").append(metric.title()).append("</td><td>");
            Decimal.append(sample.value(metric), out);
            String unit = metric.unit().symbol();
            out.append(unit.isEmpty() ? "" : " ").append(unit).append("</td><td>");
            escape(metric.meaning(), out);
            out.append("</td></tr>\n");
        }
        if (open) {
            out.append("</tbody>\n</table>\n");
        }
    }

    private static String caption(Metric.Table table) {
        switch (table) {
            case SYSTEM:
                return "Operating system";
            case SERVER:
                return "App server";
            case JVM:
                return "Java virtual machine";
            default:
                return "Requests and the decision vector";
        }
    }

    private static void escape(String text, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '<':
                    out.append("&lt;");
                    break;
                case '>':
                    out.append("&gt;");
                    break;
                case '&':
                    out.append("&amp;");
                    break;
                case '"':
                    out.append("&quot;");
                    break;
                case '\'':
                    out.append("&#39;");
                    break;
                default:
                    out.append(c < ' ' || Character.isSurrogate(c) ? ' ' : c);
            }
        }
    }
}
