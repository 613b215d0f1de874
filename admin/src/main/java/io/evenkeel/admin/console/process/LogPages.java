// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import io.evenkeel.admin.account.AuditLog;
import io.evenkeel.admin.account.Caller;
import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.ApiRefusal;
import io.evenkeel.admin.api.Callers;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.admin.console.view.Readings;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.io.EofException;

/**
 * The log files, and the events of this run. Administrators may delete a file that rotation put aside, and
 * empty one that is written to. At most {@value #MOST_DOWNLOADS} files are sent at once.
 */
public final class LogPages {

    static final String PATH = Links.CONSOLE + "/logs";

    /** The address that a log file is sent from. */
    public static final String DOWNLOAD = PATH + "/download";

    private static final int MOST_DOWNLOADS = 2;

    private final Control control;
    private final AuditLog audit;
    private final Templates pages;
    private final Readings readings;
    private final Semaphore downloads = new Semaphore(MOST_DOWNLOADS);

    public LogPages(Control control, AuditLog audit, Templates pages, Readings readings) {
        this.readings = readings;
        this.control = control;
        this.audit = audit;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(PATH, this::list, Role.VIEWER);
        routes.get(PATH + "/view", this::view, Role.VIEWER);
        routes.get(DOWNLOAD, this::download, Role.VIEWER);
        routes.post(PATH + "/delete", this::delete, Role.ADMIN);
    }

    private void list(Context context) {
        Map<String, Object> model = Map.of(
                "files",
                LogFiles.of(control.settings().log()),
                "areas",
                control.logAreas(),
                "events",
                readings.latest(System.nanoTime(), System.currentTimeMillis()).events(),
                "done",
                Given.query(context, "done"));
        pages.show(context, "logs", "Logs", "view=events", model);
    }

    private void view(Context context) throws IOException {
        LogFile file = file(Given.query(context, "file"));
        String words = Given.query(context, "words").strip();
        boolean follow = Given.query(context, "follow").equals("yes");
        Map<String, Object> model =
                Map.of("file", file, "words", words, "follow", follow, "tail", Tail.of(file.path(), words));
        pages.show(context, "logsview", file.what(), "", model);
    }

    private void download(Context context) throws IOException {
        LogFile file = file(Given.query(context, "file"));
        if (!downloads.tryAcquire()) {
            throw new ApiRefusal(503, MOST_DOWNLOADS + " log files are being sent already", "Try again in a minute.");
        }
        try (FileChannel in = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            context.contentType("text/plain; charset=utf-8")
                    .header("Content-Disposition", "attachment; filename=\"evenkeel-" + file.key() + ".log\"");
            send(in, file.octets(), Channels.newChannel(context.outputStream()));
        } catch (EofException gone) {
            // the browser went away, which is not an error
        } finally {
            downloads.release();
        }
    }

    /** Deletes a rotated file; one that is written to is emptied, so that its writer goes on. */
    private void delete(Context context) {
        LogFile file = file(Given.field(context, "file"));
        String what = file.isRotated() ? "delete log" : "empty log";
        try {
            if (file.isRotated()) {
                Files.deleteIfExists(file.path());
            } else {
                FileChannel.open(file.path(), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                        .close();
            }
        } catch (IOException e) {
            throw new ApiRefusal(
                    409, what + ": " + e, "See whether the dispatcher may write to the file and its folder.");
        }
        Caller caller = Callers.known(context);
        control.adminLog().info(what + " " + file.path() + " (" + file.octets() + " bytes) by " + caller.name());
        audit.add(caller.name(), caller.from(), what, file.path().toString(), file.octets() + " bytes");
        context.redirect(PATH + "?done=delete", HttpStatus.SEE_OTHER);
    }

    /** Sends the octets that the file had at the beginning, so that a log which grows as fast has an end. */
    private static void send(FileChannel in, long octets, WritableByteChannel out) throws IOException {
        long sent = 0;
        long moved = 1;
        while (sent < octets && moved > 0) {
            moved = in.transferTo(sent, octets - sent, out);
            sent += moved;
        }
    }

    private LogFile file(String key) {
        return LogFiles.find(control.settings().log(), key)
                .orElseThrow(() -> new ApiRefusal(
                        404, "there is no log file '" + key + "'", "See " + PATH + " for those there are."));
    }
}
