// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object for each line; every key is always there, with null when its value is unknown. Times of day are UTC,
 * durations milliseconds.
 */
final class JsonFormat implements LineFormat {

    private final ClockText clock = ClockText.iso(ZoneOffset.UTC);

    @Override
    public void write(AccessEntry entry, LineBuffer line) {
        line.plain("{\"time\":\"");
        clock.write(entry.startedMs, line);
        line.plain("\",\"kind\":").plain(entry.tcp ? "\"tcp\"" : "\"http\"");
        name(line, ",\"listener\":", entry.listener);
        name(line, ",\"client\":", entry.client);
        line.plain(",\"clientPort\":").number(entry.clientPort);
        text(line, ",\"method\":", entry.method);
        text(line, ",\"target\":", entry.target);
        name(line, ",\"version\":", entry.version.isEmpty() ? null : entry.version);
        name(line, ",\"tls\":", entry.tlsVersion);
        name(line, ",\"cipher\":", entry.tlsCipher);
        text(line, ",\"host\":", entry.host);
        line.plain(",\"status\":");
        if (entry.status == AccessEntry.NO_STATUS) {
            line.plain("null");
        } else {
            line.number(entry.status);
        }
        line.plain(",\"bytesIn\":").number(entry.bytesIn);
        line.plain(",\"bytesOut\":").number(entry.bytesOut);
        text(line, ",\"referer\":", entry.referer);
        text(line, ",\"userAgent\":", entry.userAgent);
        text(line, ",\"requestId\":", entry.requestId);
        name(line, ",\"cluster\":", entry.cluster);
        name(line, ",\"node\":", entry.node);
        ms(line, ",\"headMs\":", entry.headNs);
        ms(line, ",\"queueMs\":", entry.queueNs);
        ms(line, ",\"connectMs\":", entry.connectNs);
        ms(line, ",\"responseMs\":", entry.responseNs);
        ms(line, ",\"totalMs\":", entry.totalNs);
        line.plain(",\"retries\":").number(entry.retries);
        line.plain(",\"termination\":\"").mark(entry.cause).mark(entry.phase).mark('"');
        name(line, ",\"reason\":", entry.reason);
        text(line, ",\"trace\":", entry.trace);
        line.plain("}\n");
    }

    private static void name(LineBuffer line, String key, @Nullable String value) {
        line.plain(key);
        if (value == null) {
            line.plain("null");
        } else {
            line.mark('"').escaped(value, Escape.JSON).mark('"');
        }
    }

    private static void text(LineBuffer line, String key, Text value) {
        line.plain(key);
        if (value.isEmpty()) {
            line.plain("null");
        } else {
            line.mark('"').escaped(value, Escape.JSON).mark('"');
        }
    }

    private static void ms(LineBuffer line, String key, long ns) {
        line.plain(key);
        if (ns < 0) {
            line.plain("null");
        } else {
            line.decimalMs(ns);
        }
    }
}
