// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

/** The columns of a node's sample that policies may read; shares are 0.0 to 1.0. */
public enum Sample {
    /** CPU used by the whole machine, share. */
    CPU_SHARE,
    /** Heap in use, garbage included, share of the maximum. */
    HEAP_SHARE,
    /** Heap still in use after the last collection, share of the maximum. */
    HEAP_AFTER_GC_SHARE,
    /** Time spent in collections, share. */
    GC_SHARE,
    /** Time the CPUs waited for disks, share. */
    IOWAIT_SHARE,
    /** Physical memory in use, share. */
    MEMORY_SHARE,
    /** Worker threads at work. */
    WORKERS_BUSY,
    /** Most worker threads. */
    WORKERS_MAX,
    /** Connections waiting for a worker. */
    QUEUE_USED,
    /** Most connections that may wait for a worker. */
    QUEUE_MAX,
    /** JDBC connections in use, of the fullest pool. */
    JDBC_ACTIVE,
    /** Most JDBC connections, of the fullest pool. */
    JDBC_MAX,
    /** Threads waiting for a JDBC connection, of the fullest pool. */
    JDBC_WAITERS,
    /** Sessions alive. */
    SESSIONS,
    /** Requests in flight in the node, from all senders. */
    IN_FLIGHT,
    /** Finished requests per second. */
    THROUGHPUT_PER_S,
    /** Failed requests per second. */
    ERRORS_PER_S,
    /** Requests that came per second, λ. */
    ARRIVALS_PER_S,
    /** Mean response time r, milliseconds. */
    RESPONSE_MS,
    /** Mean service time s, waiting for a worker left out, milliseconds. */
    MEAN_SERVICE_MS,
    /** Mean time between an answer to a client and its next request, h, milliseconds. */
    THINK_MS,
    /** Time in which the node was at work, u, share. */
    UTILIZATION_SHARE,
    /** Effective parallelism k of the node, tasks. */
    PARALLELISM,
    /** Contention-free service time R0, milliseconds. */
    SERVICE_MS,
    /** Highest throughput the node can sustain, requests per second. */
    CAPACITY_PER_S
}
