// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.wire.Metric;
import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

final class PublishedServerTest {

    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    @Test
    void isAnMBeanFromPublishingToClosing() throws Exception {
        PublishedServer server = new PublishedServer("Trial 1.0")
                .route(() -> null)
                .figure(Metric.AMX_CONNS_QD, () -> 3)
                .publish();
        ObjectName name = names().iterator().next();

        assertThat(beans.getAttribute(name, "Title")).isEqualTo("Trial 1.0");
        assertThat(beans.getAttribute(name, "Route")).isNull();
        assertThat(beans.getAttribute(name, "AMX_CONNS_QD")).isEqualTo(3.0);
        assertThatThrownBy(() -> beans.getAttribute(name, "AMX_CONNS_OPEN"))
                .isInstanceOf(AttributeNotFoundException.class);
        assertThat(beans.getMBeanInfo(name).getAttributes())
                .extracting(MBeanAttributeInfo::getName, MBeanAttributeInfo::getDescription)
                .contains(org.assertj.core.groups.Tuple.tuple("AMX_CONNS_QD", Metric.AMX_CONNS_QD.meaning()));

        server.close();
        server.close();
        assertThat(names()).isEmpty();
    }

    @Test
    void twoHaveNamesOfTheirOwn() throws Exception {
        try (PublishedServer one = new PublishedServer("One 1").publish();
                PublishedServer other = new PublishedServer("Other 2").publish()) {
            assertThat(one).isNotSameAs(other);
            assertThat(names()).hasSize(2);
        }
    }

    private Set<ObjectName> names() throws Exception {
        return beans.queryNames(new ObjectName(PublishedServer.PATTERN), null);
    }
}
