// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.modcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text to copy from the guide to mod_cluster, so that what the guide says is what the tests run. */
final class Guide {

    private static final String PLACE = "docs/guides/mod-cluster.md";
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```\\w*\n(.*?)^```$");

    private Guide() {}

    /** The first block to copy that contains a word. */
    static String block(String word) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(root().resolve(PLACE)));
        while (block.find()) {
            if (block.group(1).contains(word)) {
                return block.group(1);
            }
        }
        throw new IOException(PLACE + " has no block with " + word);
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(PLACE))) {
            folder = Objects.requireNonNull(folder.getParent(), "there is no " + PLACE);
        }
        return folder;
    }
}
