// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The completion script for bash, which zsh runs too: picocli's, for commands and options, and after it a function
 * that adds the names of clusters and nodes.
 */
final class BashCompletion {

    private static final String NAMES = """

            # Adds the names of clusters and nodes to what is completed above. They come from the dispatcher that runs, or
            # from the configuration of -c.
            function _complete_evenkeel_names() {
              _complete_evenkeel "$@"
              local line=${COMP_LINE:0:$COMP_POINT} current before kind='' i word name
              local -a of=()
              current=${line##*[[:space:]]}
              before=${COMP_WORDS[COMP_CWORD - 1]}
              [[ $current == -* ]] && return 0
              case "${COMP_WORDS[1]-} ${COMP_WORDS[2]-}" in
            @NODES@) kind=nodes ;;
                'explain '*) kind=clusters ;;
              esac
              case $before in
                --cluster) kind=clusters ;;
            @VALUES@) return 0 ;;
              esac
              [[ -n $kind ]] || return 0
              for ((i = 1; i < COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                case $word in
                  -c | --config | --admin | --admin-ca)
                    name=${COMP_WORDS[i + 1]-}
                    [[ $name == '=' ]] && name=${COMP_WORDS[i + 2]-}
                    of+=("$word" "${name/#\\~/$HOME}")
                    ;;
                esac
              done
              while IFS= read -r name; do
                [[ $name == "$current"* ]] || continue
                # bash takes what stands before a colon for another word
                if [[ $current == *:* && ${COMP_WORDBREAKS-} == *:* ]]; then
                  name=${name#"${current%"${current##*:}"}"}
                fi
                COMPREPLY+=("$name")
              done < <("${COMP_WORDS[0]/#\\~/$HOME}" names "$kind" "${of[@]}" 2>/dev/null)
              return 0
            }

            complete -F _complete_evenkeel_names -o default evenkeel
            """;

    /** The first line by which zsh finds the command that a file in its folders of functions is for. */
    private static final String ZSH_HEAD = "#compdef evenkeel\n";

    /** zsh reads a file as the body of a function, whose words it takes before an alias in it exists. */
    private static final String ALIAS = "alias compopt=complete";

    private static final String NO_OPTIONS = "function compopt() { :; }";

    private static final String ZSH_TAIL = """

            # zsh reads this file at the first completion, which is still to be done; the next ones go to the function itself.
            if [[ ${funcstack[1]-} == _evenkeel ]]; then
              _bash_complete -o default -F _complete_evenkeel_names
            fi
            """;

    private BashCompletion() {}

    static String of(CommandLine program) {
        return AutoComplete.bash("evenkeel", program)
                + NAMES.replace("@NODES@", patterns(nodeCommands(program.getCommandSpec())))
                        .replace("@VALUES@", "    " + String.join(" | ", valued(program.getCommandSpec())));
    }

    /** The same as a file in a folder of zsh's functions, under the name {@code _evenkeel}; it may be sourced, too. */
    static String forZsh(CommandLine program) {
        return ZSH_HEAD + of(program).replace(ALIAS, NO_OPTIONS) + ZSH_TAIL;
    }

    private static String patterns(List<String> commands) {
        return "    "
                + String.join(
                        " | ",
                        commands.stream().map(each -> "'node " + each + "'").toList());
    }

    /** The subcommands of {@code node}, each of which wants a node. */
    static List<String> nodeCommands(CommandSpec program) {
        return List.copyOf(command(program, "node").getSubcommands().keySet());
    }

    /** The options of commands on nodes and clusters behind which a value stands, in every form. */
    private static List<String> valued(CommandSpec program) {
        List<String> valued = new ArrayList<>();
        List<CommandLine> commands =
                new ArrayList<>(command(program, "node").getSubcommands().values());
        commands.add(command(program, "explain"));
        for (CommandLine command : commands) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (option.arity().min() > 0) {
                    List.of(option.names()).stream()
                            .filter(name -> !valued.contains(name))
                            .forEach(valued::add);
                }
            }
        }
        return valued;
    }

    private static CommandLine command(CommandSpec program, String name) {
        return Objects.requireNonNull(program.subcommands().get(name), name);
    }
}
