// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.nio.file.Path;
import java.util.Map;

/** A viewer who has signed in to the console of an admin server over a scripted control. */
final class SignedInViewer implements AutoCloseable {

    private static final String PASSWORD = "correct horse battery";

    final ScriptedControl control = new ScriptedControl();
    private final AdminServer server;
    private final Browser browser;
    private final String cookie;

    /** @param folder gets the files of the console */
    SignedInViewer(Path folder) throws Exception {
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        Accounts accounts = Accounts.in(files.users(), new EventLog().admin());
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        browser = new Browser(server.url());
        accounts.add("ann", Role.VIEWER, PASSWORD);
        cookie = browser.post("/console/sign-in", Map.of("name", "ann", "password", PASSWORD))
                .cookie();
    }

    /** A page as it is sent. */
    Browser.Answer get(String path) throws Exception {
        return browser.get(path, "Accept: text/html", cookie);
    }

    /** The text of a page without its markup. */
    String text(String path) throws Exception {
        return get(path).body().replaceAll("(?s)<head>.*?</head>|<[^>]*>", " ").replaceAll("\\s+", " ");
    }

    /** The answer to a program that has not signed in. */
    Browser.Answer asks(String path) throws Exception {
        return browser.get(path);
    }

    /** The live figures of a view. */
    LiveReader live(String view) throws Exception {
        return new LiveReader(server.url(), "/console/live?view=" + view, cookie);
    }

    @Override
    public void close() {
        server.close();
    }
}
