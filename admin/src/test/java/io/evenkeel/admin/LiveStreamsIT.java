// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.Accounts;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.admin.account.Role;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sessions that get one of the streams that there are for live pages. */
@QuickPasswords
@Timeout(60)
@Tag("thorough")
class LiveStreamsIT {

    private static final int OF_A_SESSION = 5;
    private static final int IN_ALL = 50;
    private static final String PASSWORD = "correct horse battery";
    private static final String OVERVIEW = "/console/live?view=overview";

    @TempDir
    Path folder;

    private final List<LiveReader> tabs = new ArrayList<>();
    private final ScriptedControl control = new ScriptedControl();
    private Accounts accounts;
    private AdminServer server;
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        AdminFiles files = AdminFiles.beside(folder.resolve("shop.yaml"));
        accounts = Accounts.in(files.users(), new EventLog().admin());
        accounts.add("ann", Role.VIEWER, PASSWORD);
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), control, files);
        browser = new Browser(server.url());
    }

    @AfterEach
    void stop() throws IOException {
        for (LiveReader tab : tabs) {
            tab.close();
        }
        server.close();
    }

    private String session() throws IOException {
        return browser.post("/console/sign-in", Map.of("name", "ann", "password", PASSWORD))
                .cookie();
    }

    private LiveReader open(String session) throws IOException {
        LiveReader tab = new LiveReader(server.url(), OVERVIEW, session);
        tabs.add(tab);
        return tab;
    }

    /** Opens one and waits until it is counted, so that those after it are newer. */
    private LiveReader openBeforeAll(String session) throws IOException {
        LiveReader tab = open(session);
        awaitCells(tab);
        return tab;
    }

    private static void awaitCells(LiveReader tab) throws IOException {
        assertThat(tab.until("event: cells")).as("goes on").doesNotContain("event: full");
    }

    @Test
    void endsTheOldestOfASessionThatOpensTooMany() throws IOException {
        String greedy = session();
        LiveReader modest = openBeforeAll(session());
        LiveReader oldest = openBeforeAll(greedy);
        List<LiveReader> own = new ArrayList<>();
        for (int tab = 0; tab < OF_A_SESSION; tab++) {
            own.add(open(greedy));
        }
        assertThat(oldest.until("event: full")).isNotEmpty();
        for (LiveReader tab : own) {
            awaitCells(tab);
            awaitCells(tab);
        }
        awaitCells(modest);
    }

    @Test
    void endsTheOldestOfAllWhenThereAreTooManySessions() throws IOException {
        String first = session();
        LiveReader oldest = openBeforeAll(first);
        for (int tab = 1; tab < OF_A_SESSION; tab++) {
            open(first);
        }
        while (tabs.size() < IN_ALL) {
            String session = session();
            for (int tab = 0; tab < OF_A_SESSION; tab++) {
                open(session);
            }
        }
        for (LiveReader tab : tabs.subList(1, tabs.size())) {
            awaitCells(tab);
        }
        LiveReader late = open(session());

        assertThat(oldest.until("event: full")).isNotEmpty();
        awaitCells(late);
    }

    @Test
    void goOnAfterAReadingForWhichThereWasNoMemory() throws IOException {
        LiveReader tab = openBeforeAll(session());
        control.withoutMemory.set(1);
        while (control.withoutMemory.get() > 0) {
            LockSupport.parkNanos(20_000_000);
        }
        for (int reading = 0; reading < 3; reading++) {
            awaitCells(tab);
        }
    }
}
