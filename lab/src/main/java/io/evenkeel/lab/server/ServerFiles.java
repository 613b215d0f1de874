// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The programs that servers are started from, as the build lays them down in one folder {@code servers}.
 *
 * @param folder folder of the programs
 * @param war the application that every server gets; the sample application unless {@link #withWar} says otherwise
 */
public record ServerFiles(Path folder, Path war) {

    /** System property with the folder that Evenkeel is in: an unpacked distribution or the root of the sources. */
    public static final String HOME = "evenkeel.home";

    /** The command that lays down every server. */
    static final String FETCH = "mvn -Dquick -DskipTests -Pservers -pl lab -am package";

    /**
     * Finds them: under {@value #HOME} when that is set, else beside the code.
     *
     * @throws StartFailedException when they are not found
     */
    public static ServerFiles find() throws StartFailedException {
        List<Path> folders = folders();
        for (Path folder : folders) {
            Path war = folder.resolve("trade.war");
            if (Files.isRegularFile(war)) {
                return new ServerFiles(folder, war);
            }
        }
        throw new StartFailedException(
                "no application servers in any of " + folders + "; 'mvn -Dquick -DskipTests package' puts one there");
    }

    private static List<Path> folders() {
        String home = System.getProperty(HOME);
        List<Path> folders = new ArrayList<>();
        if (home != null) {
            Path root = Path.of(home).toAbsolutePath();
            folders.add(root.resolve("servers"));
            folders.add(root.resolve("cli/target/dist/servers"));
            folders.add(root.resolve("lab/target/servers"));
            return folders;
        }
        Path code = codeSource();
        Path parent = code.getParent();
        if (parent != null) {
            folders.add(parent.resolve("servers"));
            folders.add(parent.resolveSibling("servers"));
        }
        return folders;
    }

    private static Path codeSource() {
        try {
            return Path.of(ServerFiles.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the class path is not made of files", e);
        }
    }

    /** The same servers with another application. */
    public ServerFiles withWar(Path other) {
        return new ServerFiles(folder, other);
    }

    /** Jar of the database. */
    Path h2() {
        return folder.resolve("h2.jar");
    }

    /** Jar of the pool for servers that have none. */
    Path hikari() {
        return folder.resolve("hikari.jar");
    }

    /** Jar of the agent, with all it needs. */
    public Path agent() {
        return folder.resolve("evenkeel-agent.jar");
    }

    /** Jar of the agent for {@code -javaagent}, without what belongs into a web application. */
    Path javaagent() {
        return folder.resolve("evenkeel-javaagent.jar");
    }

    /** True when a server is there to be started. */
    public boolean has(ServerType type) throws StartFailedException {
        return unpacked(type) != null;
    }

    /**
     * The folder in which a server is unpacked; the big ones are never part of a distribution, so it may be another
     * folder.
     *
     * @throws StartFailedException when it is not found
     */
    Path home(ServerType type) throws StartFailedException {
        Path home = unpacked(type);
        if (home == null) {
            throw new StartFailedException(
                    type.title() + " is in none of " + folders() + "; '" + FETCH + "' puts it into the last one");
        }
        return home;
    }

    private static @Nullable Path unpacked(ServerType type) throws StartFailedException {
        for (Path folder : folders()) {
            if (Files.isDirectory(folder)) {
                try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, type.folders())) {
                    for (Path home : found) {
                        return home;
                    }
                } catch (IOException e) {
                    throw new StartFailedException("cannot read " + folder, e);
                }
            }
        }
        return null;
    }
}
