// SPDX-License-Identifier: Apache-2.0

// Sends one request on each new TLS connection, for a number of seconds, and says how many were answered.
//
// The key exchange is X25519 alone, so that all servers do the same work. With -resume every connection after the first of a worker
// resumes the session of the one before, by a ticket.
package main

import (
	"bufio"
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"sort"
	"sync"
	"time"
)

// result is what one worker saw; times in microseconds.
type result struct {
	answered, resumed, failed int
	times                     []int
}

func main() {
	address := flag.String("address", "", "host and port")
	path := flag.String("path", "/", "path of the request")
	workers := flag.Int("connections", 16, "connections at a time")
	seconds := flag.Int("seconds", 2, "length of the load")
	resume := flag.Bool("resume", false, "resume sessions")
	flag.Parse()

	until := time.Now().Add(time.Duration(*seconds) * time.Second)
	results := make([]result, *workers)
	var all sync.WaitGroup
	for i := range results {
		all.Add(1)
		go func(into *result) {
			defer all.Done()
			work(*address, *path, *resume, until, into)
		}(&results[i])
	}
	all.Wait()
	report(results, *resume)
}

func work(address, path string, resume bool, until time.Time, into *result) {
	settings := &tls.Config{
		InsecureSkipVerify: true, ServerName: "shop.example.org", MinVersion: tls.VersionTLS13, NextProtos: []string{"http/1.1"},
		CurvePreferences: []tls.CurveID{tls.X25519},
	}
	if resume {
		settings.ClientSessionCache = tls.NewLRUClientSessionCache(1)
	}
	for time.Now().Before(until) {
		began := time.Now()
		resumed, err := once(address, path, settings)
		if err != nil {
			into.failed++
			continue
		}
		into.answered++
		if resumed {
			into.resumed++
		}
		into.times = append(into.times, int(time.Since(began).Microseconds()))
	}
}

// once opens a connection, sends a request and reads the answer whole.
func once(address, path string, settings *tls.Config) (bool, error) {
	plain, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return false, err
	}
	connection := tls.Client(plain, settings)
	defer connection.Close()
	connection.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err = fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: shop.example.org\r\nConnection: close\r\n\r\n", path); err != nil {
		return false, err
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return false, err
	}
	defer answer.Body.Close()
	if _, err = io.Copy(io.Discard, answer.Body); err != nil {
		return false, err
	}
	if answer.StatusCode != http.StatusOK {
		return false, fmt.Errorf("status %d", answer.StatusCode)
	}
	return connection.ConnectionState().DidResume, nil
}

func report(results []result, resume bool) {
	var sum result
	for _, each := range results {
		sum.answered += each.answered
		sum.resumed += each.resumed
		sum.failed += each.failed
		sum.times = append(sum.times, each.times...)
	}
	sort.Ints(sum.times)
	p99 := 0
	if count := len(sum.times); count > 0 {
		p99 = sum.times[(count-1)*99/100]
	}
	wanted := "full"
	if resume {
		wanted = "resumed"
	}
	fmt.Printf("requests=%d resumed=%d failed=%d p99_us=%d wanted=%s\n", sum.answered, sum.resumed, sum.failed, p99, wanted)
}
