// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.OutputFormat;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Rows;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code evenkeel policies}: the policies on the class path, or one of them with its formula, source and parameters.
 */
@Command(name = "policies", description = "List the policies, or explain one.", mixinStandardHelpOptions = true)
final class PoliciesCommand implements Runnable {

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "A policy to explain.")
    private @Nullable String name;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        PolicyCatalog catalog = PolicyCatalog.load();
        if (name == null) {
            Rows rows = new Rows("name", "needs", "summary");
            catalog.all().forEach(type -> rows.add(type.name(), needs(type), type.summary()));
            rows.print(out, output.format());
            return;
        }
        PolicyType type = catalog.find(name).orElseThrow(() -> CommandException.failed(unknown(catalog)));
        if (output.format() == OutputFormat.TABLE) {
            explain(type, out);
        } else {
            new Rows("name", "needs", "summary", "formula", "source", "parameters")
                    .add(type.name(), needs(type), type.summary(), type.formula(), type.source(), parameters(type))
                    .print(out, output.format());
        }
        out.flush();
    }

    private String unknown(PolicyCatalog catalog) {
        return "there is no policy '%s'; there are: %s"
                .formatted(name, catalog.all().stream().map(PolicyType::name).collect(Collectors.joining(", ")));
    }

    private static void explain(PolicyType type, PrintWriter out) {
        out.println(type.name() + " - " + type.summary());
        out.println();
        out.println("formula  " + type.formula());
        out.println("source   " + type.source());
        out.println("needs    " + needs(type));
        if (!type.parameters().isEmpty()) {
            out.println();
            Rows rows = new Rows("parameter", "default", "allowed", "meaning");
            for (Parameter each : type.parameters()) {
                rows.add(each.name(), each.written(each.defaultValue()), allowed(each), each.meaning());
            }
            rows.print(out, OutputFormat.TABLE);
        }
    }

    private static List<Map<String, Object>> parameters(PolicyType type) {
        return type.parameters().stream()
                .map(each -> Map.<String, Object>of(
                        "name", each.name(),
                        "default", each.written(each.defaultValue()),
                        "min", each.written(each.min()),
                        "max", each.written(each.max()),
                        "choices", each.choices(),
                        "meaning", each.meaning()))
                .toList();
    }

    private static String needs(PolicyType type) {
        return type.needs() == PolicyType.Needs.NOTHING
                ? "-"
                : type.needs().name().toLowerCase(Locale.ROOT);
    }

    /** The allowed values: a range, or the words of a choice. */
    private static String allowed(Parameter parameter) {
        return parameter.choices().isEmpty()
                ? parameter.written(parameter.min()) + " to " + parameter.written(parameter.max())
                : String.join(", ", parameter.choices());
    }
}
