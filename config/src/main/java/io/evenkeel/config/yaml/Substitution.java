// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${env:NAME}}, {@code ${env:NAME:-default}} and {@code ${file:path}} inside a value; {@code $$}
 * stands for a dollar.
 *
 * <p>The replacement is text: it is not searched again and cannot bring in keys or lists.
 */
final class Substitution {

    private static final int LONGEST_FILE = 64 * 1024;

    /** The most characters that references may put into one text. */
    private static final int MOST_CHARS = 1_000_000;

    private static final String FILE = "file:";

    private static final String ALLOW =
            "change the file on the dispatcher's host, or start it with run --allow-folder DIR";

    private static final Pattern REFERENCE = Pattern.compile("\\$\\$|\\$\\{([^}]*)(}?)");
    private static final Pattern VARIABLE = Pattern.compile("env:([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

    /**
     * A value after substitution.
     *
     * @param origin the last reference that gave text, or null
     * @param pieces each text that was put in, with the reference that it stands for as it is written
     */
    record Result(String text, @Nullable String origin, Map<String, String> pieces) {}

    /** The reason for which a reference cannot be replaced, with a sentence for the user. */
    static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient @Nullable String hint;

        Failure(String message, @Nullable String hint) {
            super(message);
            this.hint = hint;
        }

        @Nullable
        String hint() {
            return hint;
        }

        String sentence() {
            return String.valueOf(getMessage());
        }
    }

    private final UnaryOperator<@Nullable String> environment;
    private final FileGate gate;
    private int chars;

    /** @param environment value of a variable, or null when it is not set */
    Substitution(UnaryOperator<@Nullable String> environment) {
        this(environment, FileGate.OPEN);
    }

    /** @param gate says where relative paths begin */
    Substitution(UnaryOperator<@Nullable String> environment, FileGate gate) {
        this.environment = environment;
        this.gate = gate;
    }

    /**
     * @param obstacle the reason for which the file at a path may not be read, or null
     */
    Result apply(String text, UnaryOperator<@Nullable String> obstacle) throws Failure {
        if (text.indexOf('$') < 0) {
            return new Result(text, null, Map.of());
        }
        StringBuilder out = new StringBuilder();
        String origin = null;
        Map<String, String> pieces = new LinkedHashMap<>();
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            if (reference.group(1) == null) {
                reference.appendReplacement(out, "\\$");
                continue;
            }
            if (reference.group(2).isEmpty()) {
                throw new Failure("'" + reference.group() + "' has no closing brace", "write $$ for a dollar sign");
            }
            String name = reference.group(1);
            String value = name.startsWith(FILE) ? content(name.substring(FILE.length()), obstacle) : variable(name);
            chars += value.length();
            if (chars > MOST_CHARS) {
                throw new Failure(
                        "more than " + MOST_CHARS + " characters come from the environment and from files", null);
            }
            origin = name.startsWith(FILE) ? name : name.replaceFirst(":-.*", "");
            pieces.put(value, "${" + origin + "}");
            reference.appendReplacement(out, Matcher.quoteReplacement(value));
        }
        return new Result(reference.appendTail(out).toString(), origin, pieces);
    }

    private String variable(String name) throws Failure {
        Matcher variable = VARIABLE.matcher(name);
        if (!variable.matches()) {
            throw new Failure(
                    "'${" + name + "}' is not understood",
                    "write ${env:NAME}, ${env:NAME:-default} or ${file:path}, and $$ for a dollar sign");
        }
        String value = environment.apply(variable.group(1));
        if (value == null) {
            value = variable.group(2);
        }
        if (value == null) {
            throw new Failure(
                    "environment variable " + variable.group(1) + " is not set",
                    "set it, or give a default: ${env:" + variable.group(1) + ":-default}");
        }
        return value;
    }

    /** The paths of the files that a value refers to. */
    static List<String> files(String text) {
        List<String> paths = new ArrayList<>();
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            String name = reference.group(1);
            if (name != null && name.startsWith(FILE)) {
                paths.add(name.substring(FILE.length()));
            }
        }
        return paths;
    }

    /** The failure for a file that may not be read. */
    static Failure refused(String path, String why) {
        return new Failure("file " + path + " may not be read: " + why, ALLOW);
    }

    private String content(String path, UnaryOperator<@Nullable String> obstacle) throws Failure {
        String why = obstacle.apply(path);
        if (why != null) {
            throw refused(path, why);
        }
        try (InputStream in = Files.newInputStream(gate.place(path))) {
            byte[] octets = in.readNBytes(LONGEST_FILE + 1);
            if (octets.length > LONGEST_FILE) {
                throw new Failure("file " + path + " is longer than 64 kB", null);
            }
            BadOctet bad = BadOctet.in(octets);
            if (bad != null) {
                throw new Failure("file " + path + " cannot be read", null);
            }
            return new String(octets, StandardCharsets.UTF_8).stripTrailing();
        } catch (NoSuchFileException e) {
            throw new Failure("file " + path + " cannot be read: there is no such file", gate.beginning(path));
        } catch (AccessDeniedException e) {
            throw new Failure("file " + path + " cannot be read: this user may not read it", null);
        } catch (IOException | InvalidPathException e) {
            throw new Failure("file " + path + " cannot be read", null);
        }
    }
}
