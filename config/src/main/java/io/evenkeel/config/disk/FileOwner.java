// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Owners of files that are made in place of others, or in folders of others: the superuser's command must not take a
 * file away from the service that reads it.
 *
 * <p>Only the superuser may give files away; for all other users nothing changes. Links are not followed. Stateless.
 */
final class FileOwner {

    private FileOwner() {}

    /** Gives a file that was just made the owner and the group of its folder. */
    static void ofFolder(Path made) {
        Path folder = made.toAbsolutePath().getParent();
        if (folder != null) {
            give(made, attributes(folder));
        }
    }

    /** Gives a file that was just made the owner and the group of the one that it replaces, when there is one. */
    static void of(Path replaced, Path made) {
        give(made, attributes(replaced, LinkOption.NOFOLLOW_LINKS));
    }

    private static void give(Path made, @Nullable PosixFileAttributes wanted) {
        PosixFileAttributes now = attributes(made, LinkOption.NOFOLLOW_LINKS);
        PosixFileAttributeView view =
                Files.getFileAttributeView(made, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (wanted == null || now == null || view == null || wanted.owner().equals(now.owner())) {
            return;
        }
        try {
            view.setOwner(wanted.owner());
            view.setGroup(wanted.group());
        } catch (IOException e) {
            // this process may not, so the file is its own
        }
    }

    /** Those of a file; null when there is none, or the system has no owners. */
    private static @Nullable PosixFileAttributes attributes(Path file, LinkOption... links) {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class, links);
        try {
            return view == null ? null : view.readAttributes();
        } catch (IOException e) {
            return null;
        }
    }
}
