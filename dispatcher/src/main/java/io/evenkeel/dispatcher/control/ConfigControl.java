// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.config.Problem;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of a running dispatcher as text. The file on disk is the truth; it is changed as text, so that
 * comments stay. What a text alone tells, such as its keys and their places, module {@code config} answers without a
 * dispatcher.
 *
 * <p>Any thread; not for event loops, because files are read and host names looked up. Where there is no file,
 * {@link #read}, {@link #apply} and {@link #version} throw {@link IllegalStateException}.
 */
public interface ConfigControl {

    /**
     * The settings in force as YAML: every default filled in, with the line that each value comes from, secrets masked.
     */
    String inForce();

    /** The outcome of the last reload; the start counts as one that was applied. */
    ReloadResult lastReload();

    /** The file as it was named at the start; empty when the configuration is not a file. */
    Optional<String> file();

    /**
     * The file as it is on disk now.
     *
     * @throws IOException with a sentence for people
     */
    ConfigText read() throws IOException;

    /**
     * True when the file says what is in force, so that reading it again would change nothing. Waits for a change that
     * is being applied.
     *
     * @throws IOException with a sentence for people
     */
    boolean isInForce() throws IOException;

    /** A text with its secrets masked; empty when it has errors, because then nothing tells which values are secret. */
    Optional<String> masked(String text);

    /**
     * The errors and oddities that the file would have with this text, in its order. May take seconds: host names are
     * looked up.
     */
    List<Problem> check(String text);

    /**
     * The things that the dispatcher would forget if the file had this text, a line for each: estimates, figures,
     * orders of administrators. Empty when it has errors or nothing is forgotten.
     */
    List<String> forgets(String text);

    /**
     * Writes the file, reloads, and keeps the text that was there before. When the reload is refused, the old text is
     * put back.
     *
     * @throws IOException when a file cannot be read or written, with a sentence for people
     */
    ConfigChange apply(ConfigEdit edit) throws IOException;

    /** The texts that were replaced, newest first; empty where there is no file. */
    List<ConfigVersion> versions() throws IOException;

    /**
     * A text that was replaced.
     *
     * @throws UnknownNameException when it is not kept
     */
    String version(String id) throws IOException;
}
