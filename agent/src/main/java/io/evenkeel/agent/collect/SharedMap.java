// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.collect;

import io.evenkeel.agent.log.AgentLog;
import java.util.Date;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.timer.Timer;

/**
 * The map in which the agents of one JVM meet, each loaded by another class loader.
 *
 * <p>It hangs in the MBean server as the user data of a notification of one of the JDK's own timers, which is never
 * started: an object that every class loader can reach, of classes that keep none alive. System properties would be
 * nearer, but they must be strings: WildFly's transactions do not start with any other among them. Safe for every
 * thread.
 */
public final class SharedMap {

    private static final String NAME = "io.evenkeel:type=AgentMeeting";
    private static final Integer FIRST_NOTIFICATION = 1;

    private SharedMap() {}

    /**
     * The map of this JVM; one of its own, with a line in the log, when there is no MBean server.
     */
    public static ConcurrentMap<String, Object> ofThisJvm() {
        MBeanServer server = MBeanAccess.server();
        if (server == null) {
            AgentLog.sayOnce("finds no MBean server, so agents of several applications do not know each other");
            return new ConcurrentHashMap<>();
        }
        try {
            return of(server);
        } catch (JMException | RuntimeException e) {
            AgentLog.sayOnce("cannot meet other agents of this JVM (" + AgentLog.told(e) + ")");
            return new ConcurrentHashMap<>();
        }
    }

    @SuppressWarnings({"unchecked", "JavaUtilDate"
    }) // the name is ours, and so is what stands there; the timer takes no other time
    static ConcurrentMap<String, Object> of(MBeanServer server) throws JMException {
        ObjectName name = new ObjectName(NAME);
        if (!server.isRegistered(name)) {
            Timer timer = new Timer();
            timer.addNotification("meeting", "", new ConcurrentHashMap<String, Object>(), new Date(Long.MAX_VALUE));
            try {
                server.registerMBean(timer, name);
            } catch (InstanceAlreadyExistsException e) {
                // Another was faster; it is where we meet.
            }
        }
        return (ConcurrentMap<String, Object>)
                server.invoke(name, "getNotificationUserData", new Object[] {FIRST_NOTIFICATION}, new String[] {
                    Integer.class.getName()
                });
    }
}
