// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.listener.ProcessLimits;
import io.evenkeel.dispatcher.admission.Admission.Guest;
import io.evenkeel.dispatcher.log.EventLog;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static Admission admission(int connections, int perAddress) {
        return new Admission(
                "web",
                new AdmissionLimits(connections, perAddress, trusted -> trusted.equals(address("10.0.0.1"))),
                new EventLog().listener());
    }

    private static @Nullable Guest come(Admission admission, String from) {
        return admission.take() ? admission.enter(address(from)) : null;
    }

    @Test
    void takesAsManyAsAllowedAndOneMoreForEachThatLeaves() {
        Admission admission = admission(2, 2);
        Guest first = come(admission, "192.0.2.1");
        assertThat(first).isNotNull();
        assertThat(come(admission, "192.0.2.2")).isNotNull();
        assertThat(admission.isFull()).isTrue();
        assertThat(admission.take()).isFalse();
        Objects.requireNonNull(first).leave();
        assertThat(come(admission, "192.0.2.3")).isNotNull();
        assertThat(admission.take()).isFalse();
    }

    @Test
    void anAddressWithItsShareLeavesThePlaceToOthers() {
        Admission admission = admission(3, 2);
        Guest first = come(admission, "192.0.2.1");
        come(admission, "192.0.2.1");
        assertThat(come(admission, "192.0.2.1")).isNull();
        assertThat(come(admission, "192.0.2.2")).isNotNull();
        assertThat(admission.counts().refused()).isEqualTo(1);
        Objects.requireNonNull(first).leave();
        assertThat(come(admission, "192.0.2.1")).isNotNull();
    }

    @Test
    void countsIpv6ByTheNetworkOfACustomer() {
        Admission admission = admission(10, 1);
        assertThat(come(admission, "2001:db8:1:2::1")).isNotNull();
        assertThat(come(admission, "2001:db8:1:2:ffff::9")).isNull();
        assertThat(come(admission, "2001:db8:1:3::1")).isNotNull();
        assertThat(come(admission, "::ffff:192.0.2.7")).isNotNull();
        assertThat(come(admission, "192.0.2.7")).isNull();
    }

    @Test
    void trustedAddressesCountInAllOnly() {
        Admission admission = admission(3, 1);
        come(admission, "10.0.0.1");
        assertThat(come(admission, "10.0.0.1")).isNotNull();
        assertThat(come(admission, "10.0.0.1")).isNotNull();
        assertThat(admission.take()).isFalse();
    }

    @Test
    void forgetsAddressesThatAreGone() {
        Admission admission = admission(10, 2);
        List<Guest> guests = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            guests.add(come(admission, "192.0.2." + i));
            guests.add(come(admission, "192.0.2." + i));
        }
        assertThat(admission.addresses()).isEqualTo(3);
        guests.forEach(Guest::leave);
        assertThat(admission.addresses()).isZero();
        assertThat(admission.isFull()).isFalse();
    }

    @Test
    void whoWaitsIsToldOnceWhenThereIsAPlace() {
        Admission admission = admission(1, 1);
        AtomicInteger told = new AtomicInteger();
        Guest guest = come(admission, "192.0.2.1");
        admission.whenFree(told::incrementAndGet);
        assertThat(told).hasValue(0);
        Objects.requireNonNull(guest).leave();
        assertThat(told).hasValue(1);
        admission.whenFree(told::incrementAndGet);
        assertThat(told).as("there is a place already").hasValue(2);
        assertThat(admission.counts().full()).isEqualTo(2);
    }

    @Test
    void isFullOnceHoweverManyLoopsNoticeIt() {
        Admission admission = admission(1, 1);
        Guest guest = come(admission, "192.0.2.1");
        AtomicInteger told = new AtomicInteger();
        for (int loop = 0; loop < 4; loop++) {
            admission.whenFree(told::incrementAndGet);
        }
        assertThat(admission.counts().full()).isEqualTo(1);
        Objects.requireNonNull(guest).leave();
        assertThat(told).hasValue(4);

        come(admission, "192.0.2.2");
        admission.whenFree(told::incrementAndGet);
        admission.whenFree(told::incrementAndGet);
        assertThat(admission.counts().full()).isEqualTo(2);
    }

    @Test
    void aHigherLimitLetsWaitingOnesIn() {
        Admission admission = admission(1, 1);
        AtomicInteger told = new AtomicInteger();
        come(admission, "192.0.2.1");
        admission.whenFree(told::incrementAndGet);
        admission.limits(new AdmissionLimits(2, 2, any -> false));
        assertThat(told).hasValue(1);
        assertThat(come(admission, "192.0.2.1")).isNotNull();
    }

    @Test
    void countsExactlyWhenManyThreadsComeAndGo() throws InterruptedException {
        Admission admission = admission(5, 3);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger now = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String from = "192.0.2." + (1 + i % 2);
            Thread thread = new Thread(() -> {
                for (int turn = 0; turn < 20_000; turn++) {
                    Guest guest = come(admission, from);
                    if (guest != null) {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        now.decrementAndGet();
                        guest.leave();
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(most.get()).isBetween(1, 5);
        assertThat(admission.addresses()).isZero();
        for (int i = 0; i < 5; i++) {
            assertThat(admission.take()).isTrue();
        }
        assertThat(admission.take()).isFalse();
    }

    @Test
    void roomIsBoundByDescriptorsAndHeap() {
        assertThat(new ProcessLimits(20_256, Long.MAX_VALUE).connections()).isEqualTo(10_000);
        assertThat(new ProcessLimits(Long.MAX_VALUE, 128 << 20).connections()).isEqualTo(21_845);
        assertThat(new ProcessLimits(100, 128 << 20).connections()).isEqualTo(16);
    }
}
