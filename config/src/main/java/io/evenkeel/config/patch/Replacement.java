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
    private final YamlTarget site;

    Replacement(String text, YamlTarget site) {
        this.text = text;
        this.lines = new Lines(text);
        this.site = site;
    }

    List<TextEdit> splices(ConfigValue value) throws ConfigPatchException {
        Layout old = site.value();
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
            throw new ConfigPatchException(line, "'" + site.step() + "' has no value that could be replaced");
        }
        YamlWriter pen = YamlWriter.like(text, site.holder());
        String written = value instanceof Scalar scalar
                ? YamlWriter.word(scalar, old.style() == Style.QUOTED ? text.charAt(old.to() - 1) : ' ', site.inFlow())
                : pen.line(value, site.inFlow());
        return List.of(new TextEdit(old.from(), old.to(), written));
    }

    /** The value behind the colon of a key, whose section is on the lines below. */
    private TextEdit block(Layout old, ConfigValue value) throws ConfigPatchException {
        Entry entry = site.entry();
        int colon = entry == null ? -1 : text.indexOf(':', entry.to());
        if (colon < 0 || lines.start(colon) == lines.start(old.from())) {
            throw new ConfigPatchException(old.place().line(), "the value is written over several lines");
        }
        return TextEdit.insert(
                colon + 1, " " + YamlWriter.like(text, site.holder()).line(value, false));
    }

    private TextEdit lastLines(Layout old) {
        Entry entry = site.holder().entries().get(site.index());
        return TextEdit.cut(lines.start(old.from()), lines.withCommentsBelow(old.to(), lines.indent(entry.from())));
    }
}
