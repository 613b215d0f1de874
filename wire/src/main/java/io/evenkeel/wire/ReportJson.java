// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import io.evenkeel.wire.octets.JsonCursor;

/**
 * Reads the JSON form, names as in the protocol buffer or in camel case:
 * {@code {"cpu_utilization":0.3,"named_metrics":{"heap":0.5}}}.
 */
final class ReportJson {

    private final JsonCursor json = new JsonCursor();

    boolean read(byte[] octets, int from, int to, ReportFields fields) {
        json.start(octets, from, to);
        json.enter();
        while (json.next()) {
            int code = fields.field(octets, json.nameFrom(), json.nameTo());
            if (code < 0 || !fields.first(octets, json.nameFrom(), json.nameTo(), 0) || !field(octets, code, fields)) {
                return false;
            }
        }
        return json.done();
    }

    private boolean field(byte[] octets, int code, ReportFields fields) {
        if (json.peek() == 'n' || code == ReportFields.REQUESTS) {
            return json.skip();
        }
        if (code < ReportFields.NAMED) {
            return json.number(fields.shift(code)) && fields.put(code, json.value());
        }
        if (!json.enter()) {
            return false;
        }
        int map = json.nameFrom();
        boolean named = code == ReportFields.NAMED;
        while (json.next()) {
            int metric = named ? fields.named(octets, json.nameFrom(), json.nameTo()) : ReportFields.FOREIGN;
            boolean good = fields.first(octets, json.nameFrom(), json.nameTo(), map)
                    && json.number(fields.shift(metric))
                    && fields.put(metric, json.value());
            if (!good) {
                return false;
            }
        }
        return !json.failed();
    }
}
