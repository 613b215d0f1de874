// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields that a browser would send of the form on a page. */
final class PageForm {

    private static final Pattern PART = Pattern.compile(
            "<input ([^>]*)>|<select ([^>]*)>(.*?)</select>|<textarea ([^>]*)>\n?(.*?)</textarea>", Pattern.DOTALL);
    private static final Pattern CHOSEN = Pattern.compile("<option value=\"([^\"]*)\" selected");

    private PageForm() {}

    /** The fields of the page's main part with their values. */
    static Map<String, String> of(String page) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher part = PART.matcher(page.substring(page.indexOf("<main")));
        while (part.find()) {
            if (part.group(1) != null) {
                fields.put(attribute(part.group(1), "name"), attribute(part.group(1), "value"));
            } else if (part.group(2) != null) {
                Matcher chosen = CHOSEN.matcher(part.group(3));
                fields.put(attribute(part.group(2), "name"), chosen.find() ? plain(chosen.group(1)) : "");
            } else {
                fields.put(attribute(part.group(4), "name"), plain(part.group(5)));
            }
        }
        return fields;
    }

    private static String attribute(String tag, String name) {
        Matcher value = Pattern.compile("\\b" + name + "=\"([^\"]*)\"").matcher(tag);
        return value.find() ? plain(value.group(1)) : "";
    }

    private static String plain(String escaped) {
        return escaped.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&");
    }
}
