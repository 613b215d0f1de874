// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert;

import io.evenkeel.admin.alert.rule.Alert;
import java.util.List;

/**
 * The part of all alerts that outlives the process.
 *
 * @param firing alerts that go on
 * @param told the ids of those that receivers know of
 */
record AlertState(List<AlertSilence> silences, List<Alert> firing, List<String> told) {

    static final AlertState NONE = new AlertState(List.of(), List.of(), List.of());
}
