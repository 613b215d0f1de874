// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import io.evenkeel.config.patch.Comments.Comment;
import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.patch.ConfigValue.Keys;
import io.evenkeel.config.yaml.Layout;
import io.evenkeel.config.yaml.Layout.Entry;
import io.evenkeel.config.yaml.Layout.Kind;
import io.evenkeel.config.yaml.LayoutReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Changes the structure of a YAML text and leaves every other character as it was.
 *
 * <p>Each change is proved: the new text is read again and must mean the same as the old one with exactly this change,
 * and it must have every comment except those inside a removed part. Otherwise nothing is changed and the reason names
 * the line.
 */
public final class YamlPatch {

    private final String text;
    private final Layout root;

    private YamlPatch(String text, Layout root) {
        this.text = text;
        this.root = root;
    }

    /**
     * The text after some changes, made one after another, so that each path is that of the text as it then is.
     *
     * @throws ConfigPatchException when one cannot be made, or would touch more than it should
     */
    public static String apply(String text, List<ConfigPatch> patches) throws ConfigPatchException {
        YamlPatch now = new YamlPatch(
                text,
                LayoutReader.read(text)
                        .orElseThrow(() -> new ConfigPatchException(0, "the text is not one valid YAML document")));
        for (ConfigPatch patch : patches) {
            now = now.made(patch);
        }
        return now.text;
    }

    private YamlPatch made(ConfigPatch patch) throws ConfigPatchException {
        YamlTarget target = YamlTarget.find(root, patch.path());
        List<TextEdit> splices;
        if (patch instanceof ConfigPatch.Remove remove) {
            splices = new Removal(text, target).splices(remove.comment());
        } else if (patch instanceof ConfigPatch.Append append) {
            splices = appended(target, append.value());
        } else if (patch instanceof ConfigPatch.Rename rename) {
            splices = renamed(target, rename.key());
        } else if (patch instanceof ConfigPatch.Swap) {
            splices = new ItemSwap(text, target).splices();
        } else {
            splices = put(target, ((ConfigPatch.Put) patch).value());
        }
        String next = TextEdit.all(text, splices);
        return new YamlPatch(next, proved(next, patch, splices));
    }

    private List<TextEdit> put(YamlTarget target, ConfigValue value) throws ConfigPatchException {
        if (target.isMissing()) {
            return new Addition(text, target.holder()).entry(target.step(), inside(target.rest(), value));
        }
        return new Replacement(text, target).splices(value);
    }

    private List<TextEdit> appended(YamlTarget target, ConfigValue value) throws ConfigPatchException {
        if (target.isMissing()) {
            return put(target, new Items(List.of(value)));
        }
        Layout list = target.value();
        YamlTarget.own(list);
        if (list.kind() != Kind.SEQUENCE) {
            throw new ConfigPatchException(list.place().line(), "'" + target.step() + "' is not a list");
        }
        return new Addition(text, list).item(value);
    }

    private List<TextEdit> renamed(YamlTarget target, String key) throws ConfigPatchException {
        Entry entry = target.isMissing() ? null : target.entry();
        if (entry == null) {
            throw new ConfigPatchException(target.holder().place().line(), "there is no key '" + target.step() + "'");
        }
        if (target.holder().entry(key).isPresent()) {
            throw new ConfigPatchException(entry.place().line(), "there is a '" + key + "' already");
        }
        return List.of(new TextEdit(
                entry.from(), entry.to(), YamlWriter.key(key, text.charAt(entry.to() - 1), target.inFlow())));
    }

    private static ConfigValue inside(List<String> path, ConfigValue value) {
        ConfigValue made = value;
        for (int i = path.size() - 1; i >= 0; i--) {
            made = new Keys(Map.of(path.get(i), made));
        }
        return made;
    }

    /** The layout of the text after a change. */
    private Layout proved(String next, ConfigPatch patch, List<TextEdit> splices) throws ConfigPatchException {
        int line = YamlTarget.find(root, patch.path()).holder().place().line();
        Layout after = LayoutReader.read(next)
                .orElseThrow(
                        () -> new ConfigPatchException(line, "the style of the file there does not allow this change"));
        if (!YamlContent.of(after).equals(YamlContent.after(YamlContent.of(root), patch))) {
            throw new ConfigPatchException(line, "the style of the file there does not allow this change");
        }
        boolean moves = patch instanceof ConfigPatch.Swap;
        Stream<String> kept = Comments.of(text, root).stream()
                .filter(comment -> moves || splices.stream().noneMatch(splice -> splice.covers(comment.from())))
                .map(Comment::text);
        Stream<String> there = Comments.of(next, after).stream().map(Comment::text);
        // Items that change places take their comments along, so only the order of the comments may change.
        boolean same = moves
                ? there.sorted().toList().equals(kept.sorted().toList())
                : there.toList().equals(kept.toList());
        if (!same) {
            throw new ConfigPatchException(line, "the change would damage a comment there");
        }
        return after;
    }
}
