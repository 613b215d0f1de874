// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate.haproxy;

import io.evenkeel.translate.draft.ConstantField;
import io.evenkeel.translate.draft.Draft;
import io.evenkeel.translate.draft.DraftSection;
import io.evenkeel.translate.draft.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Rules of a section that listens which set, add or remove fields of messages. */
final class HaproxyFields {

    /** Fields that say where a request comes from; the dispatcher writes them by itself. */
    private static final Set<String> ORIGIN =
            Set.of("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-forwarded-port", "forwarded");

    private final Draft draft;

    HaproxyFields(Draft draft) {
        this.draft = draft;
    }

    void of(HaproxySection section, DraftSection listener) {
        List<HaproxyLine> requests = new ArrayList<>(section.all("http-request", "del-header"));
        requests.addAll(section.all("reqdel"));
        requests.forEach(line -> remove(line, listener, ConstantField.REQUEST));
        section.all("http-response", "del-header").forEach(line -> remove(line, listener, ConstantField.RESPONSE));
        section.all("http-request", "set-header").forEach(line -> set(line, listener, ConstantField.REQUEST));
        section.all("http-request", "add-header").forEach(this::add);
        section.all("http-response", "set-header").forEach(line -> set(line, listener, ConstantField.RESPONSE));
    }

    private void remove(HaproxyLine line, DraftSection listener, String direction) {
        boolean conditional = line.words().size() > 3;
        if (!Words.isRemovable(line.word(2))) {
            draft.missing(line.at(), line.shown(), "the dispatcher reads or writes this field itself", "");
            return;
        }
        listener.section("headers").section(direction).texts("remove", List.of(line.word(2)), line.at());
        if (conditional) {
            draft.differs(line.at(), line.shown(), "the field is always removed, without a condition", "");
        }
    }

    private void set(HaproxyLine line, DraftSection listener, String direction) {
        boolean request = direction.equals(ConstantField.REQUEST);
        if (request && ORIGIN.contains(line.word(2).toLowerCase(Locale.ROOT))) {
            origin(line);
            return;
        }
        String format = line.word(3);
        ConstantField field = new ConstantField(line.word(2), format.replace("%%", "%"));
        boolean constant =
                format.replace("%%", "").indexOf('%') < 0 && line.words().size() == 4;
        if (!constant || !field.isPossible()) {
            unset(line, direction);
        } else if (!field.set(listener, direction, line.at())) {
            draft.missing(
                    line.at(), line.shown(), "another line sets the field " + field.name(), "keep the one that counts");
        }
    }

    private void add(HaproxyLine line) {
        if (ORIGIN.contains(line.word(2).toLowerCase(Locale.ROOT))) {
            origin(line);
        } else {
            unset(line, ConstantField.REQUEST);
        }
    }

    private void origin(HaproxyLine line) {
        draft.needless(line.at(), line.shown(), "the dispatcher sends this field by itself");
    }

    private void unset(HaproxyLine line, String direction) {
        String field = line.word(2).toLowerCase(Locale.ROOT);
        boolean address = field.equals("x-real-ip") || field.equals("x-client-ip");
        draft.missing(
                line.at(),
                line.shown(),
                "the field " + line.word(2) + " is not set",
                address ? "let the application read X-Forwarded-For" : ConstantField.ADVICE.formatted(direction));
    }
}
