// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

/** Puts the requests in flight of this very moment into a load report, in place of those of the sample. */
final class RunningRequests {

    private static final String NAME = "in_flight";

    private RunningRequests() {}

    /** The report, TEXT or JSON, with another number; as it was when it has none. */
    static String into(String report, int inFlight) {
        int name = report.indexOf(NAME);
        if (name < 0) {
            return report;
        }
        int from = name + NAME.length();
        while (from < report.length() && !isNumber(report.charAt(from))) {
            from++;
        }
        int to = from;
        while (to < report.length() && isNumber(report.charAt(to))) {
            to++;
        }
        return new StringBuilder(report.length() + 8)
                .append(report, 0, from)
                .append(inFlight)
                .append(report, to, report.length())
                .toString();
    }

    private static boolean isNumber(char c) {
        return (c >= '0' && c <= '9') || c == '.';
    }
}
