// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.patch.ConfigValue.Scalar;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Entry;
import io.evenkeel.config.yaml.Layout.Kind;
import io.evenkeel.config.yaml.Layout.Style;
import java.util.List;

/** Replaces a value: of a scalar only its characters, of a collection the whole. */
final class Replacement {

    private final String text;
    private final Lines lines;
    private final YamlTarget target;

    Replacement(String text, YamlTarget target) {
        this.text = text;
        this.lines = new Lines(text);
        this.target = target;
    }

    List<TextEdit> splices(ConfigValue value) throws ConfigPatchException {
        Layout old = target.value();
        int line = old.place().line();
        YamlTarget.own(old);
        YamlTarget.ownAll(old);
        if (old.refers()) {
            throw new ConfigPatchException(line, "the value is not in the file itself: " + old.text());
        }
        if (old.style() == Style.BLOCK) {
            return List.of(block(old, value), lastLines(old));
        }
        if (old.style() == Style.LINES
                || (old.kind() == Kind.SCALAR
                        && text.substring(old.from(), old.to()).contains("\n"))) {
            throw new ConfigPatchException(line, "the value is written over several lines");
        }
        if (old.from() == old.to()) {
            throw new ConfigPatchException(line, "'" + target.step() + "' has no value that could be replaced");
        }
        YamlWriter writer = YamlWriter.like(text, target.holder());
        String written = value instanceof Scalar scalar
                ? YamlWriter.word(
                        scalar, old.style() == Style.QUOTED ? text.charAt(old.to() - 1) : ' ', target.inFlow())
                : writer.line(value, target.inFlow());
        return List.of(new TextEdit(old.from(), old.to(), written));
    }

    /** The value behind the colon of a key, whose section is on the lines below. */
    private TextEdit block(Layout old, ConfigValue value) throws ConfigPatchException {
        Entry entry = target.entry();
        int colon = entry == null ? -1 : text.indexOf(':', entry.to());
        if (colon < 0 || lines.start(colon) == lines.start(old.from())) {
            throw new ConfigPatchException(old.place().line(), "the value is written over several lines");
        }
        return TextEdit.insert(
                colon + 1, " " + YamlWriter.like(text, target.holder()).line(value, false));
    }

    private TextEdit lastLines(Layout old) {
        Entry entry = target.holder().entries().get(target.index());
        return TextEdit.cut(lines.start(old.from()), lines.withCommentsBelow(old.to(), lines.indent(entry.from())));
    }
}
