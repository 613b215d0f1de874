// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminNoticeTest {

    private static final AdminUrls URLS =
            new AdminUrls(URI.create("http://127.0.0.1:8111"), URI.create("http://shop.example:8111"));

    @TempDir
    Path folder;

    private final EventLog log = new EventLog();
    private AdminFiles files;
    private AdminNotice notice;

    @BeforeEach
    void begin() {
        files = AdminFiles.beside(folder.resolve("shop.yaml"));
        notice = new AdminNotice(files, log.admin());
    }

    @AfterEach
    void end() {
        log.close();
    }

    @Test
    void leavesTheAddressForThisMachineAndTheTokenItWasGiven() throws IOException {
        notice.leaveAddress(URLS, "sesame");

        assertThat(files.url()).contains(URLS.here());
        assertThat(files.token()).contains("sesame");
    }

    @Test
    void theTokenOfAnEarlierServerDoesNotStay() throws IOException {
        notice.leaveAddress(URLS, "sesame");

        notice.leaveAddress(URLS, null);

        assertThat(files.url()).contains(URLS.here());
        assertThat(files.token()).isEmpty();
    }

    @Test
    void takesBackWhatItHasLeft() throws IOException {
        notice.leaveAddress(URLS, "sesame");

        notice.remove();

        assertThat(files.url()).isEmpty();
        assertThat(files.token()).isEmpty();
    }

    @Test
    void saysHowTheServerIsFoundWhenNothingCanBeLeft() throws IOException {
        Files.writeString(folder.resolve(".evenkeel"), "a file where the folder should be");

        notice.leaveAddress(URLS, "sesame");

        assertThat(log.recent(1))
                .extracting(Event::message)
                .singleElement()
                .asString()
                .contains(
                        "cannot be written: java.nio.file.FileSystemException: " + folder.resolve(".evenkeel/shop.url")
                                + ": Not a directory",
                        "; that is tried again, and until then set admin.token and pass --admin http://shop.example:8111");
        notice.remove();
    }

    @Test
    void leavesWhatItCouldNotLeaveOnceItCan() throws IOException {
        Path obstacle = Files.writeString(folder.resolve(".evenkeel"), "a file where the folder should be");
        notice.leaveAddress(URLS, "sesame");
        assertThat(notice.leaveOwed()).isFalse();

        Files.delete(obstacle);

        assertThat(notice.leaveOwed()).isTrue();
        assertThat(files.url()).contains(URLS.here());
        assertThat(files.token()).contains("sesame");
        assertThat(log.recent(1))
                .extracting(Event::message)
                .containsExactly("the files by which the command line finds this dispatcher are there now");
        notice.remove();
    }

    @Test
    void leavesNothingOnceItWasTakenBack() throws IOException {
        Path obstacle = Files.writeString(folder.resolve(".evenkeel"), "a file where the folder should be");
        notice.leaveAddress(URLS, "sesame");

        notice.remove();
        Files.delete(obstacle);

        assertThat(notice.leaveOwed()).isTrue();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aServerWithoutFilesLeavesNothing() throws IOException {
        AdminNotice silent = new AdminNotice(null, log.admin());

        silent.leaveAddress(URLS, "sesame");
        silent.remove();

        assertThat(folder).isEmptyDirectory();
        assertThat(log.recent(1)).isEmpty();
    }

    @Test
    void noTwoTokensAreTheSame() {
        assertThat(AdminNotice.newToken()).hasSize(48).isNotEqualTo(AdminNotice.newToken());
    }
}
