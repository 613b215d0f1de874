// SPDX-License-Identifier: Apache-2.0

// Opens connections that send one request each and are idle afterwards.
//
// Each line of the standard input is a number: so many connections are open, and answered, when the program writes "open NUMBER". It ends
// with its input.
package main

import (
	"bufio"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	frameData, frameHeaders, frameSettings = 0, 1, 4
	flagEndStream, flagAck, flagEndHeaders = 1, 1, 4
)

func main() {
	address := flag.String("address", "", "host and port")
	path := flag.String("path", "/", "path of the request")
	secure := flag.Bool("tls", false, "over TLS 1.3")
	http2 := flag.Bool("http2", false, "by HTTP/2 instead of HTTP/1.1")
	flag.Parse()

	var open []net.Conn
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		wanted, err := strconv.Atoi(strings.TrimSpace(lines.Text()))
		if err != nil || wanted < len(open) || wanted > 100_000 {
			fail(fmt.Errorf("not a number of connections that grows: %q", lines.Text()))
		}
		for len(open) < wanted {
			connection, err := ask(*address, *path, *secure, *http2)
			if err != nil {
				fail(fmt.Errorf("connection %d: %w", len(open)+1, err))
			}
			open = append(open, connection)
		}
		fmt.Printf("open %d\n", len(open))
	}
}

func fail(err error) {
	fmt.Println("failed:", err)
	os.Exit(1)
}

// ask opens a connection, sends a request and reads the answer whole.
func ask(address, path string, secure, http2 bool) (net.Conn, error) {
	connection, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return nil, err
	}
	if secure {
		protocol := "http/1.1"
		if http2 {
			protocol = "h2"
		}
		connection = tls.Client(connection, &tls.Config{
			InsecureSkipVerify: true, ServerName: "shop.example.org", MinVersion: tls.VersionTLS13, NextProtos: []string{protocol},
			CurvePreferences: []tls.CurveID{tls.X25519},
		})
	}
	connection.SetDeadline(time.Now().Add(5 * time.Second))
	if http2 {
		err = askHTTP2(connection, path, secure)
	} else {
		err = askHTTP1(connection, path)
	}
	connection.SetDeadline(time.Time{})
	return connection, err
}

func askHTTP1(connection net.Conn, path string) error {
	if _, err := fmt.Fprintf(connection, "GET %s HTTP/1.1\r\nHost: shop.example.org\r\n\r\n", path); err != nil {
		return err
	}
	answer, err := http.ReadResponse(bufio.NewReaderSize(connection, 4096), nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

func askHTTP2(connection net.Conn, path string, secure bool) error {
	scheme := byte(0x86) // indexed fields of HPACK: ":scheme: http", or "https" with 0x87
	if secure {
		scheme = 0x87
	}
	block := append([]byte{0x82, scheme, 0x04, byte(len(path))}, path...)
	block = append(append(block, 0x01, 16), "shop.example.org"...)
	request := append([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), frame(frameSettings, 0, 0, nil)...)
	request = append(request, frame(frameHeaders, flagEndStream|flagEndHeaders, 1, block)...)
	if _, err := connection.Write(request); err != nil {
		return err
	}
	head := make([]byte, 9)
	for {
		if _, err := io.ReadFull(connection, head); err != nil {
			return err
		}
		length, kind, flags := int64(head[0])<<16|int64(head[1])<<8|int64(head[2]), head[3], head[4]
		if _, err := io.CopyN(io.Discard, connection, length); err != nil {
			return err
		}
		switch {
		case kind == frameSettings && flags&flagAck == 0:
			if _, err := connection.Write(frame(frameSettings, flagAck, 0, nil)); err != nil {
				return err
			}
		case kind == frameData && flags&flagEndStream != 0:
			return nil
		case kind != frameData && kind != frameHeaders && kind != frameSettings && kind != 8 && kind != 6:
			return errors.New("the server sent a frame of kind " + strconv.Itoa(int(kind)))
		}
	}
}

func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	length := len(payload)
	head := []byte{byte(length >> 16), byte(length >> 8), byte(length), kind, flags, 0, 0, 0, 0}
	binary.BigEndian.PutUint32(head[5:], stream)
	return append(head, payload...)
}
