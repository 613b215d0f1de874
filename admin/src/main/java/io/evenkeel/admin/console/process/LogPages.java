// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.api.Refusal;
import io.evenkeel.admin.console.page.Given;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Pages;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.io.EofException;

/** The log files, and the process's memory and threads. Only looks; at most {@value #MOST_DOWNLOADS} files are sent at once. */
public final class LogPages {

    private static final String PATH = Links.CONSOLE + "/logs";
    private static final int MOST_DOWNLOADS = 2;

    private final Control control;
    private final Pages pages;
    private final Semaphore downloads = new Semaphore(MOST_DOWNLOADS);

    public LogPages(Control control, Pages pages) {
        this.control = control;
        this.pages = pages;
    }

    /** Adds the pages to a server. */
    public void route(RoutesConfig routes) {
        routes.get(PATH, this::list, Role.VIEWER);
        routes.get(PATH + "/view", this::view, Role.VIEWER);
        routes.get(PATH + "/download", this::download, Role.VIEWER);
    }

    private void list(Context context) {
        Map<String, Object> model = Map.of(
                "files",
                LogFiles.of(control.settings().log()),
                "level",
                control.settings().log().level().name(),
                "memory",
                MemoryFigures.now(),
                "threads",
                ThreadFigures.now());
        pages.show(context, "logs", "Logs", "", model);
    }

    private void view(Context context) throws IOException {
        LogFile file = file(context);
        String words = Given.query(context, "words").strip();
        boolean follow = Given.query(context, "follow").equals("yes");
        Map<String, Object> model =
                Map.of("file", file, "words", words, "follow", follow, "tail", Tail.of(file.path(), words));
        pages.show(context, "logsview", file.what(), "", model);
    }

    private void download(Context context) throws IOException {
        LogFile file = file(context);
        if (!downloads.tryAcquire()) {
            throw new Refusal(503, MOST_DOWNLOADS + " log files are being sent already", "Try again in a minute.");
        }
        try (FileChannel in = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            context.contentType("text/plain; charset=utf-8")
                    .header("Content-Disposition", "attachment; filename=\"evenkeel-" + file.key() + ".log\"");
            send(in, file.octets(), Channels.newChannel(context.outputStream()));
        } catch (EofException gone) {
            // the browser went away, which is nobody's fault
        } finally {
            downloads.release();
        }
    }

    /** Sends what there was when it began, so that a log which grows as fast has an end. */
    private static void send(FileChannel in, long octets, WritableByteChannel out) throws IOException {
        long sent = 0;
        long moved = 1;
        while (sent < octets && moved > 0) {
            moved = in.transferTo(sent, octets - sent, out);
            sent += moved;
        }
    }

    private LogFile file(Context context) {
        String key = Given.query(context, "file");
        return LogFiles.find(control.settings().log(), key)
                .orElseThrow(() -> new Refusal(
                        404, "there is no log file '" + key + "'", "See " + PATH + " for those there are."));
    }
}
