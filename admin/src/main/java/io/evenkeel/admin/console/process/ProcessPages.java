// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.process;

import io.evenkeel.admin.account.Role;
import io.evenkeel.admin.console.page.Links;
import io.evenkeel.admin.console.page.Templates;
import io.evenkeel.dispatcher.control.Control;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;

/** Memory, open files and threads of the dispatcher's process. */
public final class ProcessPages {

    private final Control control;
    private final Templates pages;

    public ProcessPages(Control control, Templates pages) {
        this.control = control;
        this.pages = pages;
    }

    /** Adds the page to a server. */
    public void route(RoutesConfig routes) {
        routes.get(Links.PROCESS, this::show, Role.VIEWER);
    }

    private void show(Context context) {
        Map<String, Object> model = Map.of(
                "memory",
                MemoryPart.now(control.buffers()),
                "collectors",
                CollectorFigures.now(),
                "descriptors",
                Descriptors.now(),
                "threads",
                ThreadFigures.now());
        pages.show(context, "process", "Memory and threads", "", model);
    }
}
