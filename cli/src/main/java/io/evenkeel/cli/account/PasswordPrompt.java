// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.account;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.Screen;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Asks for a new password: twice at a terminal, unseen; else it is the first line of standard input. Never an argument:
 * other users can see those.
 */
final class PasswordPrompt {

    private PasswordPrompt() {}

    static String ask(String name) {
        // since Java 22 there is a console even without a terminal; earlier there is none when output is
        // redirected
        if (!Screen.isInputTerminal()) {
            return line();
        }
        Console console = Optional.ofNullable(System.console())
                .orElseThrow(() -> CommandException.failed(
                        "the password cannot be asked for while output is redirected; send it on standard input"));
        char[] password = console.readPassword("New password of %s: ", name);
        char[] again = console.readPassword("The same again: ");
        if (password == null || again == null || !Arrays.equals(password, again)) {
            throw CommandException.failed("the two passwords differ; nothing was changed");
        }
        return new String(password);
    }

    private static String line() {
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String line = in.readLine();
            if (line == null) {
                throw CommandException.failed(
                        "no password: type it at a terminal, or send it as the first line of" + " standard input");
            }
            return line;
        } catch (IOException e) {
            throw CommandException.failed("standard input cannot be read: " + e.getMessage());
        }
    }
}
