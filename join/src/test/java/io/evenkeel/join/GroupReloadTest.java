// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.join.ReloadSteps;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReloadStep;
import io.evenkeel.join.view.Peers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reloads of three members, who hear each other at once. */
final class GroupReloadTest {

    private static final long NO_TIME_MS = 1;

    private long nowNs;

    private final List<Member> members = List.of(new Member(0), new Member(1), new Member(2));

    /** A member with a configuration that may have errors. */
    private final class Member {

        private final int number;
        private final Peers peers = new Peers(1 << 20, 0);
        private final GroupReload reload;
        private List<String> errors = List.of();
        private boolean isDeaf;
        private boolean cannotApply;
        private int reloads;
        private Runnable beforeApply = () -> {};

        Member(int number) {
            this.number = number;
            ReloadSteps steps = new ReloadSteps(() -> errors, this::apply);
            reload = new GroupReload(
                    "m" + number, peers, steps, Runnable::run, this::tell, NO_TIME_MS, NO_TIME_MS, () -> nowNs);
            for (int other = 0; other < 3; other++) {
                if (other != number) {
                    peers.hear(report(other, false), 0);
                }
            }
        }

        private ReloadResult apply() {
            reloads++;
            return cannotApply
                    ? new ReloadResult(false, List.of(), List.of("port 80 is taken"))
                    : new ReloadResult(true, List.of("changed"), List.of());
        }

        private void tell(ReloadStep step) {
            if (step.kind() == ReloadStep.Kind.APPLY) {
                beforeApply.run();
            }
            MemberReport message = MemberReport.of(number, "m" + number, step);
            members.stream()
                    .filter(each -> each != this && !each.isDeaf)
                    .forEach(each -> each.reload.onStep(message, step));
        }
    }

    private static MemberReport report(int member, boolean draining) {
        return new MemberReport(
                member, "m" + member, "0.1.0", draining ? 2 : 1, 1, draining, false, 0, List.of(), List.of());
    }

    private ReloadResult run() throws InterruptedException {
        return members.get(0).reload.run(77);
    }

    private List<Integer> reloads() {
        List<Integer> reloads = new ArrayList<>();
        members.forEach(each -> reloads.add(each.reloads));
        return reloads;
    }

    @Test
    void allReloadWhenAllAccept() throws Exception {
        ReloadResult result = run();

        assertThat(result.problems()).isEmpty();
        assertThat(result.applied()).isTrue();
        assertThat(result.changes()).containsExactlyInAnyOrder("m0: changed", "m1: changed", "m2: changed");
        assertThat(reloads()).containsExactly(1, 1, 1);
    }

    @Test
    void nobodyReloadsWhenOneRefuses() throws Exception {
        members.get(2).errors = List.of("shop.yaml:3:1: no such key");

        ReloadResult result = run();

        assertThat(result.applied()).isFalse();
        assertThat(result.problems()).containsExactly("m2: shop.yaml:3:1: no such key");
        assertThat(reloads()).containsExactly(0, 0, 0);
    }

    @Test
    void nobodyIsAskedWhenTheOwnConfigurationHasErrors() throws Exception {
        members.get(0).errors = List.of("shop.yaml:1:1: empty");

        assertThat(run().problems()).containsExactly("m0: shop.yaml:1:1: empty");
        assertThat(reloads()).containsExactly(0, 0, 0);
    }

    @Test
    void nobodyReloadsWhenOneDoesNotAnswer() throws Exception {
        members.get(1).isDeaf = true;

        assertThat(run().problems()).containsExactly("m1 does not answer, so nobody reloads");
        assertThat(reloads()).containsExactly(0, 0, 0);
    }

    @Test
    void oneThatDrainsIsLeftOut() throws Exception {
        members.get(1).isDeaf = true;
        members.get(0).peers.hear(report(1, true), 0);

        assertThat(run().applied()).isTrue();
        assertThat(reloads()).containsExactly(1, 0, 1);
    }

    @Test
    void saysWhoCouldNotPutItInForce() throws Exception {
        members.get(2).cannotApply = true;

        ReloadResult result = run();

        assertThat(result.applied()).isFalse();
        assertThat(result.problems()).containsExactly("m2: port 80 is taken");
        assertThat(result.changes()).as("the others reloaded").containsExactlyInAnyOrder("m0: changed", "m1: changed");
        assertThat(reloads()).containsExactly(1, 1, 1);
    }

    @Test
    void nobodyAppliesWhatItHasNotChecked() {
        ReloadStep apply = new ReloadStep(5, ReloadStep.Kind.APPLY);
        members.get(1).reload.onStep(MemberReport.of(0, "m0", apply), apply);

        assertThat(reloads()).containsExactly(0, 0, 0);
    }

    @Test
    void allReloadWhenAnotherRoundIsRefusedMeanwhile() throws Exception {
        List<String> problems = new ArrayList<>();
        members.get(0).beforeApply = () -> {
            try {
                problems.addAll(members.get(1).reload.run(88).problems());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };

        assertThat(run().applied()).isTrue();
        assertThat(reloads()).containsExactly(1, 1, 1);
        assertThat(problems)
                .containsExactly(
                        "m0: reloads all itself at the moment; try again when that is over",
                        "m2: a reload of all that was accepted 0 s ago from m0 may still be put in force; try again in 1 s");
    }

    @Test
    void anotherMemberMayReloadAllOnceARoundIsOverOrWouldComeTooLate() throws Exception {
        assertThat(run().applied()).isTrue();
        assertThat(members.get(1).reload.run(88).applied()).as("over").isTrue();
        members.get(2).errors = List.of("shop.yaml:3:1: no such key");
        assertThat(run().applied()).isFalse();
        members.get(2).errors = List.of();
        assertThat(members.get(2).reload.run(99).problems())
                .containsExactly(
                        "m1: a reload of all that was accepted 0 s ago from m0 may still be put in force; try again in 1 s");
        nowNs += 2 * NO_TIME_MS * 1_000_000;
        assertThat(members.get(2).reload.run(99).applied())
                .as("too late for it")
                .isTrue();
    }

    @Test
    void aMemberMayTryAgainAtOnce() throws Exception {
        members.get(2).errors = List.of("shop.yaml:3:1: no such key");
        assertThat(run().applied()).isFalse();
        members.get(2).errors = List.of();

        assertThat(run().applied()).isTrue();
        assertThat(reloads()).containsExactly(1, 1, 1);
    }
}
