// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.terminal;

import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The list of options in a help: first those of the command itself, then those of each class with an
 * {@link OptionTitle} under its heading. Without such a class it is picocli's own list.
 */
public final class TitledOptions implements IHelpSectionRenderer {

    private static final String NONE = "";

    @Override
    public String render(Help help) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        groups.put(NONE, new ArrayList<>());
        for (OptionSpec option : help.commandSpec().options()) {
            groups.computeIfAbsent(title(option), fresh -> new ArrayList<>()).add(option);
        }
        if (groups.size() == 1) {
            return help.optionList();
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((title, options) -> {
            if (!title.isEmpty()) {
                text.append(System.lineSeparator()).append(title).append(':').append(System.lineSeparator());
            }
            text.append(list(help, options));
        });
        return text.toString();
    }

    private static String list(Help help, List<OptionSpec> options) {
        if (help.commandSpec().usageMessage().sortOptions()) {
            options.sort(Comparator.comparing(option -> option.longestName().replaceFirst("^-+", "")));
        }
        Help.Layout layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
        layout.addOptions(options, help.parameterLabelRenderer());
        return layout.toString();
    }

    private static String title(OptionSpec option) {
        if (option.userObject() instanceof Member place) {
            OptionTitle title = place.getDeclaringClass().getAnnotation(OptionTitle.class);
            return title == null ? NONE : title.value();
        }
        return NONE;
    }
}
