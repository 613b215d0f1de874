// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.discover;

import io.evenkeel.config.Problem;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.schema.DiscoverSchema;
import io.evenkeel.config.schema.YamlText;
import io.evenkeel.config.yaml.BadOctet;
import io.evenkeel.config.yaml.TextPlace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a file of nodes: {@code nodes}, in the words of a cluster; as strictly as a configuration. Any thread. */
public final class NodesFile {

    /** The longest file that is read, in octets. */
    public static final int MOST_OCTETS = 4 << 20;

    /** The remedy for {@link #sameHash}. */
    public static final String RENAME = "rename one of them";

    private NodesFile() {}

    /** The sentence about two names that have the same {@link NodeSettings#key}. */
    public static String sameHash(String first, String second) {
        return "nodes '" + first + "' and '" + second
                + "' cannot be told apart, because their names have the same hash";
    }

    /**
     * The nodes of a file.
     *
     * @throws IOException when it cannot be read or used, with a sentence for the user that names file, place and
     *     remedy
     */
    public static List<NodeSettings> read(Path file) throws IOException {
        if (BoundedFile.isOther(file)) {
            throw new IOException(file + " is " + BoundedFile.OTHER);
        }
        byte[] octets;
        try (InputStream in = Files.newInputStream(file)) {
            octets = in.readNBytes(MOST_OCTETS + 1);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        }
        if (octets.length > MOST_OCTETS) {
            throw new IOException(file + " is longer than " + MOST_OCTETS + " bytes");
        }
        BadOctet bad = BadOctet.in(octets);
        if (bad != null) {
            throw new IOException(file + " line " + bad.place().line() + ": " + bad.message());
        }
        try {
            return nodes(
                    YamlText.read(file.toString(), new String(octets, StandardCharsets.UTF_8), DiscoverSchema.FILE));
        } catch (SettingsException e) {
            // a remedy says more than what follows from the same mistake
            Problem first = e.problems().stream()
                    .filter(each -> each.hint() != null)
                    .findFirst()
                    .orElse(e.problems().get(0));
            String hint = first.hint();
            throw new IOException(
                    file + " line " + first.line() + ": " + first.message() + (hint == null ? "" : "; " + hint), e);
        }
    }

    private static List<NodeSettings> nodes(YamlText text) throws SettingsException {
        List<NodeSettings> nodes =
                text.root().blocks("nodes").stream().map(NodeBinder::node).toList();
        Map<Long, String> names = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            String name = nodes.get(i).name();
            String other = names.putIfAbsent(NodeSettings.key(name), name);
            if (other == null) {
                continue;
            }
            TextPlace place = text.root().blocks("nodes").get(i).place();
            throw other.equals(name)
                    ? text.wrong(place, "two nodes are named '" + name + "'", "give each a 'name' of its own")
                    : text.wrong(place, sameHash(other, name), RENAME);
        }
        return nodes;
    }
}
