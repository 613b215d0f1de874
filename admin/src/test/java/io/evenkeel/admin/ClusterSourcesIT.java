// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.dispatcher.discovery.DiscoveryView;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a cluster that finds nodes. */
@QuickPasswords
class ClusterSourcesIT {

    private static final String CLUSTER = "/console/cluster?cluster=shop";
    private static final String GUIDE = "/console/docs?page=docs/guides/discovery.md";

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

    @Test
    void itShowsWhereTheyComeFrom() throws Exception {
        long twoDaysAgo = System.currentTimeMillis() - 2 * 24 * 3_600_000 - 1_000;
        viewer.control.discoveries = List.of(
                new DiscoveryView("shop", "consul shop", 3, 1, 70, 4, 2, twoDaysAgo, "<b>no</b> answer", ""),
                new DiscoveryView("cart", "file cart.txt", 1, 0, 1, 1, 0, twoDaysAgo, null, ""));

        assertThat(viewer.text(CLUSTER))
                .contains("Where its nodes come from", "Source Nodes Last answer Last error")
                .contains("consul shop 3 and 1 draining 2 d ago failing, known nodes stay:")
                .doesNotContain("cart.txt");
        assertThat(viewer.get(CLUSTER).body())
                .contains("&lt;b&gt;no&lt;/b&gt; answer", GUIDE)
                .doesNotContain("<b>no</b>");
        assertThat(viewer.get(GUIDE).status()).as("the page of the link").isEqualTo(200);
    }

    @Test
    void itSaysNothingWhereNoneAreFound() throws Exception {
        assertThat(viewer.text(CLUSTER)).doesNotContain("Where its nodes come from");
    }
}
