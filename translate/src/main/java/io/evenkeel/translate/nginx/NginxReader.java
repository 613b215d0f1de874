// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.nginx;

import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.source.EnvironmentReference;
import io.evenkeel.translate.source.Inclusion;
import io.evenkeel.translate.source.MalformedFileException;
import io.evenkeel.translate.source.SourceLine;
import io.evenkeel.translate.source.SourceText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file and those that it includes, as a tree of directives. */
final class NginxReader {

    private static final int MOST_DEPTH = 50;

    private final Draft draft;
    private final Path folder;
    private final Inclusion inclusion = new Inclusion();
    /** Braces that are open, in all files together. */
    private int depth;

    /** @param first the file that includes the others; relative paths begin in its folder */
    NginxReader(Draft draft, Path first) {
        this.draft = draft;
        Path parent = first.toAbsolutePath().getParent();
        this.folder = parent == null ? first.toAbsolutePath() : parent;
    }

    List<NginxDirective> read(SourceText text) throws MalformedFileException {
        List<NginxDirective> found = new ArrayList<>();
        inclusion.enter(text.file(), new SourceLine(text.file(), 0));
        new Pass(text, found).run();
        inclusion.leave();
        return found;
    }

    private void include(NginxDirective directive, List<NginxDirective> into) throws MalformedFileException {
        String pattern = directive.argument(1);
        if (pattern.isEmpty()) {
            throw new MalformedFileException(directive.at(), "'include' needs a file");
        }
        List<Path> files = Inclusion.matching(folder, pattern, directive.at());
        if (files.isEmpty() && !pattern.matches(".*[*?\\[].*")) {
            draft.missing(
                    directive.at(), directive.shown(), "this file is not here, so it was not read", "copy it here");
        }
        for (Path each : files) {
            if (Files.isRegularFile(each)) {
                inclusion.enter(each, directive.at());
                new Pass(SourceText.read(each), into).run();
                inclusion.leave();
            }
        }
    }

    /** One pass over one file. */
    private final class Pass {

        private final SourceText text;
        private final Deque<NginxDirective> open = new ArrayDeque<>();
        private final List<NginxDirective> top;
        private final List<String> words = new ArrayList<>();
        private int line;
        private int next;
        private int begin;

        Pass(SourceText text, List<NginxDirective> top) {
            this.text = text;
            this.top = top;
        }

        void run() throws MalformedFileException {
            String word;
            while ((word = token()) != null) {
                switch (word) {
                    case ";" -> end();
                    case "{" -> open();
                    case "}" -> close();
                    default -> {
                        if (words.isEmpty()) {
                            begin = line + 1;
                        }
                        // the first character tells a quoted word from a sign
                        words.add(word.substring(1));
                    }
                }
            }
            if (!words.isEmpty()) {
                throw new MalformedFileException(at(begin), "'" + words.get(0) + "' is not ended by ';'");
            }
            if (!open.isEmpty()) {
                throw new MalformedFileException(
                        open.peek().at(), "the brace of '" + open.peek().name() + "' is not closed");
            }
        }

        private SourceLine at(int number) {
            return new SourceLine(text.file(), number);
        }

        private List<NginxDirective> into() {
            NginxDirective parent = open.peek();
            return parent == null ? top : parent.inside();
        }

        private void end() throws MalformedFileException {
            if (words.isEmpty()) {
                throw new MalformedFileException(at(line + 1), "nothing stands before ';'");
            }
            NginxDirective directive = new NginxDirective(at(begin), words);
            words.clear();
            if (directive.name().equals("include")) {
                include(directive, into());
            } else {
                into().add(directive);
            }
        }

        private void open() throws MalformedFileException {
            if (words.isEmpty()) {
                throw new MalformedFileException(at(line + 1), "nothing stands before '{'");
            }
            NginxDirective directive = new NginxDirective(at(begin), words);
            words.clear();
            into().add(directive);
            if (directive.name().endsWith("_by_lua_block")) {
                skip(directive);
                return;
            }
            if (depth >= MOST_DEPTH) {
                throw new MalformedFileException(directive.at(), "more than " + MOST_DEPTH + " braces are open");
            }
            open.push(directive);
            depth++;
        }

        private void close() throws MalformedFileException {
            if (!words.isEmpty()) {
                throw new MalformedFileException(at(begin), "'" + words.get(0) + "' is not ended by ';'");
            }
            if (open.isEmpty()) {
                throw new MalformedFileException(at(line + 1), "no brace is open for this '}'");
            }
            open.pop();
            depth--;
        }

        /** Skips a program in another language, of which only braces are known. */
        private void skip(NginxDirective directive) throws MalformedFileException {
            int depth = 1;
            while (line < text.lines().size()) {
                String now = text.lines().get(line);
                for (; next < now.length(); next++) {
                    depth += now.charAt(next) == '{' ? 1 : now.charAt(next) == '}' ? -1 : 0;
                    if (depth == 0) {
                        next++;
                        return;
                    }
                }
                line++;
                next = 0;
            }
            throw new MalformedFileException(directive.at(), "the brace of '" + directive.name() + "' is not closed");
        }

        /** The next sign, or a word behind a blank; null at the end. */
        private @Nullable String token() throws MalformedFileException {
            while (line < text.lines().size()) {
                String now = text.lines().get(line);
                while (next < now.length() && Character.isWhitespace(now.charAt(next))) {
                    next++;
                }
                if (next < now.length() && now.charAt(next) != '#') {
                    char c = now.charAt(next);
                    if (c == ';' || c == '{' || c == '}') {
                        next++;
                        return String.valueOf(c);
                    }
                    return " " + EnvironmentReference.withoutMarks(c == '"' || c == '\'' ? quoted(c) : plain(now));
                }
                line++;
                next = 0;
            }
            return null;
        }

        private String plain(String now) {
            StringBuilder word = new StringBuilder();
            for (; next < now.length(); next++) {
                char c = now.charAt(next);
                if (c == '\\' && next + 1 < now.length()) {
                    word.append(c).append(now.charAt(++next));
                } else if (c == '$' && next + 1 < now.length() && now.charAt(next + 1) == '{') {
                    int close = now.indexOf('}', next);
                    int last = close < 0 ? now.length() - 1 : close;
                    word.append(now, next, last + 1);
                    next = last;
                } else if (Character.isWhitespace(c) || c == ';' || c == '{') {
                    break;
                } else {
                    word.append(c);
                }
            }
            return word.toString();
        }

        private String quoted(char quote) throws MalformedFileException {
            SourceLine from = at(line + 1);
            StringBuilder word = new StringBuilder();
            next++;
            while (line < text.lines().size()) {
                String now = text.lines().get(line);
                for (; next < now.length(); next++) {
                    char c = now.charAt(next);
                    if (c == quote) {
                        next++;
                        return word.toString();
                    } else if (c == '\\' && next + 1 < now.length()) {
                        char then = now.charAt(++next);
                        word.append(then == quote || then == '\\' ? "" : "\\").append(then);
                    } else {
                        word.append(c);
                    }
                }
                word.append('\n');
                SourceText.refuseLong(from, word.length());
                line++;
                next = 0;
            }
            throw new MalformedFileException(from, "the quote is not closed");
        }
    }
}
