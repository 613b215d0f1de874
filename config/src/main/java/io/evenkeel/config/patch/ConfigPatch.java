// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.patch;

import java.util.List;

/**
 * One change of the structure of a configuration file.
 *
 * <p>A path has a step for each level: a key, or in a list an index from 0.
 */
public sealed interface ConfigPatch {

    List<String> path();

    /** Sets the value of a key, present or not; sections on the way are made. */
    record Put(List<String> path, ConfigValue value) implements ConfigPatch {
        public Put {
            path = List.copyOf(path);
        }
    }

    /** Adds an item at the end of the list at the path. */
    record Append(List<String> path, ConfigValue value) implements ConfigPatch {
        public Append {
            path = List.copyOf(path);
        }
    }

    /** Renames the key at the end of the path; its value stays as it is. */
    record Rename(List<String> path, String key) implements ConfigPatch {
        public Rename {
            path = List.copyOf(path);
        }
    }

    /** Swaps the item at the path with the one below it, with their comments. */
    record Swap(List<String> path) implements ConfigPatch {
        public Swap {
            path = List.copyOf(path);
        }
    }

    /**
     * Removes the key or item at the path, with the comments inside it.
     *
     * @param comment true when the comment directly above it goes too
     */
    record Remove(List<String> path, boolean comment) implements ConfigPatch {
        public Remove {
            path = List.copyOf(path);
        }
    }
}
