// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.SessionsView;
import io.evenkeel.dispatcher.affinity.store.StoreView;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sessions of a cluster's users: on the pages of cluster and node, live, and as JSON. */
@QuickPasswords
class ClusterSessionsIT {

    private static final String CLUSTER = "/console/cluster?cluster=shop";
    private static final String NODE = "/console/node?cluster=shop&node=vcn1";
    private static final String FAULT = "sets sessions without a route";
    private static final SessionFigures AT_VCN1 = new SessionFigures(12, 40, 28, 280, 8_400);

    @TempDir
    Path folder;

    private SignedInViewer viewer;

    @BeforeEach
    void start() throws Exception {
        viewer = new SignedInViewer(folder);
    }

    @AfterEach
    void stop() {
        viewer.close();
    }

    private void sessions(String mode, long broken) {
        viewer.control.sessions = new SessionsView(
                mode,
                AT_VCN1.plus(new SessionFigures(3, 5, 2, 4, 20)),
                Map.of("vcn1", AT_VCN1, "vcn2", SessionFigures.NONE),
                Map.of("vcn1", new SessionsView.RouteNews("n1", ""), "vcn2", new SessionsView.RouteNews("", FAULT)),
                250,
                7,
                broken,
                mode.equals("none") ? Map.of() : Map.of("none", 41L, "home", 257L, "forged", 6L),
                null);
    }

    @Test
    void aNodeShowsItsSessions() throws Exception {
        sessions("cookie", 0);

        assertThat(viewer.text(NODE))
                .contains("Sessions Active 12 New / s – Completed 28 Requests each 10 Length 5 min Think time 33 s");
        assertThat(viewer.get(CLUSTER).body())
                .as("the table of the cluster")
                .contains("data-k=\"node/shop/vcn1/sessions\">12<");
    }

    @Test
    void aClusterShowsWhatAffinityDid() throws Exception {
        sessions("cookie", 0);

        assertThat(viewer.text(CLUSTER))
                .contains("Sessions affinity cookie Active 15", "Completed 30")
                .contains("Kept 250 Moved 7 Without a mark 41 Expired 0 Forged 6")
                .doesNotContain("Broken sessions", "Shared store");
    }

    @Test
    void theApiSaysWhatIsKnownOfRoutes() throws Exception {
        sessions("jvm-route", 0);

        assertThat(viewer.asks("/api/v1/clusters/shop/sessions").body())
                .contains("\"toldRoute\":\"n1\"}", "\"routeFault\":\"" + FAULT + "\"}");
    }

    @Test
    void aClusterWithoutSessionsSaysNothingOfThem() throws Exception {
        assertThat(viewer.text(CLUSTER)).doesNotContain("affinity none", "Think time");
    }

    @Test
    void brokenSessionsAreSaidWithTheirMeaning() throws Exception {
        sessions("none", 3);

        assertThat(viewer.text(CLUSTER))
                .contains("Broken sessions: 3 .", "the user was thrown out", "The cluster has no affinity")
                .doesNotContain("What affinity did");
        assertThat(viewer.get(CLUSTER).body()).contains("/console/docs?page=docs/guides/sessions.md#see-the-sessions");
        assertThat(viewer.get("/console/docs?page=docs/guides/sessions.md").body())
                .as("the place that the link names")
                .contains("id=\"see-the-sessions\"");
    }

    private void store(boolean away) {
        sessions("learned", 0);
        StoreView store = new StoreView("valkey://10.0.0.9:6379", 90, 50, 3, 70, 5, 6, away, away ? 240_000 : 0);
        SessionsView now = viewer.control.sessions;
        viewer.control.sessions =
                new SessionsView(now.mode(), now.total(), now.nodes(), now.routes(), 250, 7, 0, now.marks(), store);
    }

    @Test
    void aClusterShowsItsSharedStore() throws Exception {
        store(false);

        assertThat(viewer.text(CLUSTER))
                .contains("Shared store valkey://10.0.0.9:6379 State connected Asked 90 Found 50")
                .contains("Answers late 3 Entries written 70 Not made 5 Failed 6")
                .doesNotContain("no request waits for it");
    }

    @Test
    void anOpenPageHearsThatTheStoreIsAway() throws Exception {
        store(false);
        try (LiveReader reader = viewer.live("cluster&cluster=shop")) {
            assertThat(reader.until("event: cells")).contains("\"cluster/shop/sessionsview\":\"learned-seen-store\"");
            store(true);
            assertThat(reader.until("learned-seen-away")).contains("\"cluster/shop/store/state\":\"away for 4 min\"");
        }
        assertThat(viewer.text(CLUSTER))
                .contains("State away for 4 min", "The store does not answer, so no request waits for it.");
    }

    @Test
    void anOpenPageHearsOfTheFirstBrokenSession() throws Exception {
        sessions("learned", 0);
        try (LiveReader reader = viewer.live("cluster&cluster=shop")) {
            assertThat(reader.until("event: cells"))
                    .contains(
                            "\"cluster/shop/sessionsview\":\"learned-seen\"",
                            "\"cluster/shop/sessions/active\":\"15\"",
                            "\"cluster/shop/marks/moved\":\"7\"",
                            "\"node/shop/vcn1/sessions\":\"12\"");
            sessions("learned", 1);
            assertThat(reader.until("learned-seen-broken")).contains("\"cluster/shop/broken\":\"1\"");
        }
    }

    @Test
    void aNodeTellsProgramsWhatIsLeft() throws Exception {
        sessions("jvm-route", 0);
        viewer.control.left = new SessionsLeft(11, 1500);

        assertThat(viewer.asks("/api/v1/clusters/shop/nodes/vcn1/sessions").body())
                .contains(
                        "\"active\":11",
                        "\"completed\":28",
                        "\"meanSeconds\":300.0",
                        "\"goneInSeconds\":1500",
                        "\"mode\":\"jvm-route\"");
        assertThat(viewer.asks("/api/v1/clusters/none/nodes/vcn1/sessions").status())
                .isEqualTo(404);
    }
}
