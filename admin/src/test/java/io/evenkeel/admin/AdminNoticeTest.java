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
                        "commands find this dispatcher only by --admin http://shop.example:8111, or by -c FILE where"
                                + " that names its port, and those that change something are refused, because "
                                + folder.resolve(".evenkeel/shop.url") + " and "
                                + folder.resolve(".evenkeel/shop.token")
                                + " cannot be written: java.nio.file.FileSystemException: ",
                        "; that is tried again; to change something before, set admin.token and start again");
        notice.remove();
    }

    @Test
    void saysNothingOfATokenThatTheConfigurationHas() throws IOException {
        Files.writeString(folder.resolve(".evenkeel"), "a file where the folder should be");

        notice.leaveAddress(URLS, null);

        assertThat(log.recent(1))
                .extracting(Event::message)
                .singleElement()
                .asString()
                .contains("only by --admin http://shop.example:8111", "shop.url cannot be written")
                .doesNotContain("refused", "token");
        notice.remove();
    }

    /** A disk may have had room for one of two files; a folder in the place of the next text stands for that. */
    @Test
    void saysThatOnlyChangesAreRefusedWhenOnlyTheTokenCannotBeLeft() throws IOException {
        Path inTheWay = Files.createDirectories(folder.resolve(".evenkeel/shop.token.next/more"));

        notice.leaveAddress(URLS, "sesame");

        assertThat(files.url()).contains(URLS.here());
        assertThat(log.recent(1))
                .extracting(Event::message)
                .singleElement()
                .asString()
                .startsWith("commands that change something are refused, and those that only read are not, because "
                        + folder.resolve(".evenkeel/shop.token") + " cannot be written: ")
                .doesNotContain("find");

        Files.delete(inTheWay);
        assertThat(notice.leaveOwed()).isTrue();
        assertThat(files.token()).contains("sesame");
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
