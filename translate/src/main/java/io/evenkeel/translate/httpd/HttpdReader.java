// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.httpd;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.source.EnvironmentReference;
import io.evenkeel.translate.source.Inclusion;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceLine;
import io.evenkeel.translate.source.SourceText;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A file and those that it includes, as a tree of directives; modules that it asks for are taken to be there. */
final class HttpdReader {

    private static final Set<String> TRANSPARENT =
            Set.of("<ifmodule", "<ifversion", "<ifdirective", "<ifsection", "<iffile");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_:.]*)}");
    private static final int MOST_DEPTH = 50;

    private final Draft draft;
    private final Inclusion inclusion = new Inclusion();
    private final Map<String, String> defined = new HashMap<>();
    private Path root;
    /** Sections that are open, in all files together. */
    private int depth;

    /** @param first the file that includes the others; relative paths begin in its folder, or in ServerRoot */
    HttpdReader(Draft draft, Path first) {
        this.draft = draft;
        Path parent = first.toAbsolutePath().getParent();
        this.root = parent == null ? first.toAbsolutePath() : parent;
    }

    /** The folder in which relative paths begin. */
    Path root() {
        return root;
    }

    List<HttpdDirective> read(SourceText text) throws MalformedFileException {
        List<HttpdDirective> found = new ArrayList<>();
        inclusion.enter(text.file(), new SourceLine(text.file(), 0));
        read(text, found);
        inclusion.leave();
        return found;
    }

    private void read(SourceText text, List<HttpdDirective> top) throws MalformedFileException {
        Deque<HttpdDirective> open = new ArrayDeque<>();
        StringBuilder joined = new StringBuilder();
        int begin = 0;
        for (int i = 0; i < text.lines().size(); i++) {
            String line = EnvironmentReference.withoutMarks(text.lines().get(i));
            begin = joined.isEmpty() ? i + 1 : begin;
            SourceText.refuseLong(new SourceLine(text.file(), begin), joined.length() + line.length());
            if (line.endsWith("\\")) {
                joined.append(line, 0, line.length() - 1).append(' ');
                continue;
            }
            String whole = joined.append(line).toString().strip();
            joined.setLength(0);
            if (whole.isEmpty() || whole.startsWith("#")) {
                continue;
            }
            line(new SourceLine(text.file(), begin), whole, open, top);
        }
        if (!open.isEmpty()) {
            HttpdDirective last = open.peek();
            throw new MalformedFileException(last.at(), "the section " + last.shown() + " is not closed");
        }
    }

    private void line(SourceLine at, String line, Deque<HttpdDirective> open, List<HttpdDirective> top)
            throws MalformedFileException {
        HttpdDirective parent = open.peek();
        List<HttpdDirective> into = parent == null ? top : parent.inside();
        if (line.startsWith("</")) {
            String name = line.substring(2).split(">", 2)[0].strip().toLowerCase(Locale.ROOT);
            if (parent == null || !parent.name().equals("<" + name)) {
                throw new MalformedFileException(at, "</" + name + "> closes no section that is open here");
            }
            open.pop();
            depth--;
            if (TRANSPARENT.contains(parent.name()) || parent.name().equals("<ifdefine")) {
                HttpdDirective outer = open.peek();
                List<HttpdDirective> around = outer == null ? top : outer.inside();
                around.remove(parent);
                condition(parent);
                around.addAll(parent.inside());
            }
            return;
        }
        boolean section = line.startsWith("<");
        if (section && !line.endsWith(">")) {
            throw new MalformedFileException(at, "'>' is missing at the end of the line");
        }
        List<String> words = words(at, section ? line.substring(1, line.length() - 1) : line);
        if (words.isEmpty()) {
            throw new MalformedFileException(at, "a section needs a name");
        }
        HttpdDirective directive =
                new HttpdDirective(at, (section ? "<" : "") + words.get(0), words.subList(1, words.size()));
        if (section) {
            if (depth >= MOST_DEPTH) {
                throw new MalformedFileException(at, "more than " + MOST_DEPTH + " sections are open");
            }
            into.add(directive);
            open.push(directive);
            depth++;
            return;
        }
        switch (directive.name()) {
            case "include", "includeoptional" -> include(directive, into);
            case "define" -> defined.put(directive.argument(0), directive.argument(1));
            case "undefine" -> defined.remove(directive.argument(0));
            default -> {
                if (directive.name().equals("serverroot")) {
                    serverRoot(directive);
                }
                into.add(directive);
            }
        }
    }

    /** Tells a condition about which the file says nothing. */
    private void condition(HttpdDirective section) {
        if (section.name().equals("<ifdefine") || section.argument(0).startsWith("!")) {
            if (section.argument(0).startsWith("!") && section.name().equals("<ifmodule")) {
                section.inside().clear();
                draft.differs(
                        section.at(),
                        section.shown(),
                        "the module is taken to be there, so what is inside is left out",
                        "");
            } else {
                draft.differs(
                        section.at(),
                        section.shown(),
                        "the condition is not evaluated: what is inside is taken over",
                        "check that it holds on your machine");
            }
        }
    }

    private void serverRoot(HttpdDirective directive) throws MalformedFileException {
        try {
            Path path = Path.of(directive.argument(0));
            root = Files.isDirectory(path) ? path : root;
        } catch (InvalidPathException e) {
            throw new MalformedFileException(directive.at(), "'" + directive.argument(0) + "' is not a path");
        }
    }

    private void include(HttpdDirective directive, List<HttpdDirective> into) throws MalformedFileException {
        List<Path> files = new ArrayList<>();
        for (Path each : Inclusion.matching(root, directive.argument(0), directive.at())) {
            files.addAll(Files.isDirectory(each) ? Inclusion.matching(each, "*", directive.at()) : List.of(each));
        }
        if (files.isEmpty() && directive.name().equals("include")) {
            draft.missing(
                    directive.at(), directive.shown(), "this file is not here, so it was not read", "copy it here");
        }
        for (Path each : files) {
            if (Files.isRegularFile(each)) {
                inclusion.enter(each, directive.at());
                read(SourceText.read(each), into);
                inclusion.leave();
            }
        }
    }

    private List<String> words(SourceLine at, String line) throws MalformedFileException {
        List<String> words = new ArrayList<>();
        int i = 0;
        while (i < line.length()) {
            char c = line.charAt(i);
            if (Character.isWhitespace(c)) {
                i++;
                continue;
            }
            StringBuilder word = new StringBuilder();
            if (c == '"' || c == '\'') {
                i++;
                while (i < line.length() && line.charAt(i) != c) {
                    boolean escape = line.charAt(i) == '\\'
                            && i + 1 < line.length()
                            && (line.charAt(i + 1) == c || line.charAt(i + 1) == '\\');
                    i += escape ? 1 : 0;
                    word.append(line.charAt(i++));
                }
                if (i >= line.length()) {
                    throw new MalformedFileException(at, "the quote is not closed");
                }
                i++;
            } else {
                while (i < line.length() && !Character.isWhitespace(line.charAt(i))) {
                    word.append(line.charAt(i++));
                }
            }
            words.add(substituted(word.toString()));
        }
        return words;
    }

    /** The word with what the file defines; other variables become references to the environment. */
    private String substituted(String word) {
        Matcher found = VARIABLE.matcher(word);
        return found.replaceAll(each ->
                Matcher.quoteReplacement(defined.getOrDefault(each.group(1), EnvironmentReference.to(each.group(1)))));
    }

    /** All directives of some names, inside of sections, too. */
    static Stream<HttpdDirective> all(List<HttpdDirective> directives) {
        return directives.stream().flatMap(each -> Stream.concat(Stream.of(each), all(each.inside())));
    }
}
