// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.dispatcher.control.JoinView;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Joined dispatchers on the page of the dispatcher. */
@QuickPasswords
class JoinedMembersIT {

    private static final String PAGE = "/console/dispatcher";

    @TempDir
    Path folder;

    @Test
    void thePageShowsEachMemberAndNothingForADispatcherByItself() throws Exception {
        try (SignedInViewer viewer = new SignedInViewer(folder)) {
            assertThat(viewer.text(PAGE)).doesNotContain("Joined dispatchers");

            viewer.control.join = new JoinView(
                    "10.0.0.1:7800",
                    true,
                    null,
                    List.of(
                            new JoinView.MemberView("10.0.0.1:7800", true, "0.1.0", 1, false, 0, 0, 1, 3, 12.5, 0, 50),
                            new JoinView.MemberView(
                                    "10.0.0.2:7800", false, "0.2.0", 4, true, 3_000, 9, 0.375, 5, 20, 1, 50)),
                    900,
                    0,
                    0,
                    80);

            assertThat(viewer.text(PAGE))
                    .contains("Joined dispatchers")
                    .contains("10.0.0.1:7800 (this one) 0.1.0 1 3 13 0 every 50 ms 100 %")
                    .contains("10.0.0.2:7800, draining 0.2.0 4 5 20 1 every 50 ms 3000 ms ago 38 %");
        }
    }
}
