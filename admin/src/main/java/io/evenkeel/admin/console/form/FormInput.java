// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.page.FormBody;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/** The values typed into a form, and the file's values when the form was shown. */
final class FormInput {

    /** Stands before the name of a field that carries the file's value. */
    static final String WAS = "was/";

    private final Map<String, String> fields = new LinkedHashMap<>();

    /** A form in which nothing is typed yet. */
    FormInput() {}

    FormInput(Context context) {
        FormBody.of(context)
                .forEach((name, value) ->
                        fields.put(name, value.replace("\r\n", "\n").strip()));
    }

    /** The values that a form would send if nothing were typed into it. */
    static FormInput into(FormSheet sheet) {
        FormInput input = new FormInput();
        for (FieldGroup group : sheet.groups()) {
            for (Field field : group.fields()) {
                input.put(field.name(), field.given().value());
                if (!field.given().was().isEmpty()) {
                    input.put(WAS + field.name(), field.given().was());
                }
            }
        }
        return input;
    }

    /** The number of items of a list in the form; the names of their fields begin with the list and an index. */
    int count(String list) {
        int count = 0;
        for (String name : fields.keySet()) {
            int end = name.startsWith(list) ? name.indexOf('/', list.length()) : -1;
            String index = end < 0 ? "" : name.substring(list.length(), end);
            if (index.matches("[0-9]{1,3}")) {
                count = Math.max(count, Integer.parseInt(index) + 1);
            }
        }
        return count;
    }

    void put(String name, String value) {
        fields.put(name, value);
    }

    boolean isFresh() {
        return fields.isEmpty();
    }

    String get(String name) {
        return fields.getOrDefault(name, "");
    }

    /** The typed value; the file's value for a form that is shown for the first time. */
    String value(String name, String inFile) {
        return isFresh() ? inFile : get(name);
    }

    String was(String name, String inFile) {
        return isFresh() ? inFile : get(WAS + name);
    }

    /** True when the field was sent and its value differs from the file's. */
    boolean isChanged(String name) {
        return fields.containsKey(name) && !get(name).equals(get(WAS + name));
    }

    /** Everything except the buttons, to be sent once more; emptied fields are sent empty. */
    Map<String, String> all() {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.remove("do");
        all.remove("stamp");
        all.remove("why");
        all.entrySet().removeIf(each -> each.getValue().isEmpty() && !fields.containsKey(WAS + each.getKey()));
        return all;
    }
}
