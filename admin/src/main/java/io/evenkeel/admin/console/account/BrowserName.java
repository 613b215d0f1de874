// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name that people use for a browser, out of the header in which every browser claims to be all others. */
public final class BrowserName {

    private static final int LONGEST = 40;

    /** The first whose mark is there; those that claim to be another come before it. */
    private static final Map<String, Pattern> BROWSERS = marks(
            "Edge", "Edg(?:e|A|iOS)?/(\\d+)",
            "Opera", "OPR/(\\d+)",
            "Firefox", "(?:Firefox|FxiOS)/(\\d+)",
            "Chrome", "(?:HeadlessChrome|Chrome|CriOS)/(\\d+)",
            "Safari", "Version/(\\d+).*Safari/");

    private static final Map<String, Pattern> SYSTEMS = marks(
            "Android", "Android",
            "iOS", "iPhone|iPad",
            "Windows", "Windows",
            "macOS", "Mac OS X",
            "ChromeOS", "CrOS",
            "Linux", "Linux");

    private BrowserName() {}

    /**
     * Such as {@code Firefox 128 on Linux}; the beginning of an unknown text as it came; {@code unknown} for an empty
     * one.
     */
    public static String of(String userAgent) {
        String browser = first(BROWSERS, userAgent);
        String system = first(SYSTEMS, userAgent);
        if (!browser.isEmpty()) {
            return system.isEmpty() ? browser : browser + " on " + system;
        }
        return userAgent.isBlank() ? "unknown" : userAgent.substring(0, Math.min(LONGEST, userAgent.length()));
    }

    private static String first(Map<String, Pattern> marks, String userAgent) {
        for (Map.Entry<String, Pattern> mark : marks.entrySet()) {
            Matcher matcher = mark.getValue().matcher(userAgent);
            if (matcher.find()) {
                return matcher.groupCount() == 0 ? mark.getKey() : mark.getKey() + " " + matcher.group(1);
            }
        }
        return "";
    }

    private static Map<String, Pattern> marks(String... namesAndMarks) {
        Map<String, Pattern> marks = new LinkedHashMap<>();
        for (int i = 0; i < namesAndMarks.length; i += 2) {
            marks.put(namesAndMarks[i], Pattern.compile(namesAndMarks[i + 1]));
        }
        return marks;
    }
}
