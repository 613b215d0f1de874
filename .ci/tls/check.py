# SPDX-License-Identifier: Apache-2.0
"""Handshakes of a TLS listener, with tlslite-ng as a client that may do what clients do not.

check.py PORT: the port of a listener with an EC and an RSA certificate for localhost. Every check is a function of this
file that begins with "check"; it fails by an exception.
"""
import socket
import sys
import traceback

from tlslite.api import HandshakeSettings, TLSConnection
from tlslite.constants import AlertDescription, AlertLevel, CipherSuite, ContentType, ExtensionType, HandshakeType
from tlslite.errors import TLSAbruptCloseError, TLSError, TLSLocalAlert, TLSRemoteAlert
from tlslite.extensions import RenegotiationInfoExtension, TLSExtension
from tlslite.messages import Alert, ClientHello, Message, ServerHello
from tlslite.utils.codec import Parser

PORT = int(sys.argv[1])
NAME = "localhost"
REQUEST = b"GET /here HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
TLS10, TLS11, TLS12, TLS13 = (3, 1), (3, 2), (3, 3), (3, 4)
VERSIONS = (TLS12, TLS13)


def settings(version, lowest=None):
    made = HandshakeSettings()
    made.minVersion = lowest or version
    made.maxVersion = version
    return made


def plain():
    made = socket.create_connection(("127.0.0.1", PORT), 10)
    made.settimeout(10)
    return made


def connect(with_settings, session=None, alpn=None):
    made = TLSConnection(plain())
    made.handshakeClientCert(settings=with_settings, serverName=NAME, session=session, alpn=alpn)
    return made


def answer(connection, request=REQUEST):
    """All that comes until close_notify; without one it is an exception."""
    connection.sendall(request)
    text = bytearray()
    while True:
        more = connection.read(max=4096)
        if not more:
            return bytes(text)
        text += more


def refused(with_settings, *alerts):
    try:
        connect(with_settings)
    except TLSRemoteAlert as alert:
        assert alert.description in alerts, AlertDescription.toStr(alert.description)
        assert alert.level == AlertLevel.fatal, "no fatal alert"
        return
    raise AssertionError("a handshake that must not be")


def hello(with_settings, change=lambda each: None):
    """The record of a hello that tlslite would send, changed."""
    mine, other = socket.socketpair()
    with mine, other:
        steps = TLSConnection(mine).handshakeClientCert(settings=with_settings, serverName=NAME, async_=True)
        mine.setblocking(False)
        while next(steps) != 0:
            pass
        octets = bytearray(other.recv(1 << 16))
    message = ClientHello().parse(Parser(octets[6:]))
    change(message)
    body = message.write()
    return bytearray([22, 3, 1, len(body) >> 8, len(body) & 255]) + body


def said(octets):
    """The records that come as an answer to octets, until the server ends or answers a hello: (type, content)."""
    with plain() as wire:
        wire.sendall(octets)
        records = []
        stream = wire.makefile("rb")
        while True:
            head = stream.read(5)
            if len(head) < 5:
                return records
            records.append((head[0], bytearray(stream.read(head[3] << 8 | head[4]))))
            if head[0] != ContentType.alert:
                return records


def alerted(octets, *alerts):
    records = said(octets)
    assert len(records) == 1 and records[0][0] == ContentType.alert, records
    level, description = records[0][1]
    assert level == AlertLevel.fatal and description in alerts, AlertDescription.toStr(description)


def server_hello(octets):
    records = said(octets)
    assert records and records[0][0] == ContentType.handshake, records
    assert records[0][1][0] == HandshakeType.server_hello
    length = int.from_bytes(records[0][1][1:4], "big")
    return ServerHello().parse(Parser(records[0][1][1 : 4 + length]))


def check_versions():
    for version in ((3, 0), TLS10, TLS11):
        refused(settings(version), AlertDescription.protocol_version, AlertDescription.handshake_failure)
    for version in VERSIONS:
        connection = connect(settings(version, TLS10))
        assert connection.version == version
        assert b"origin saw /here" in answer(connection)


def check_alpn():
    for version in VERSIONS:
        assert connect(settings(version), alpn=[b"http/1.1"]).session.appProto == b"http/1.1"
        assert connect(settings(version), alpn=[b"http/1.1", b"h2"]).session.appProto == b"h2"
        try:
            connect(settings(version), alpn=[b"spdy/3"])
        except TLSRemoteAlert as alert:
            assert alert.description == AlertDescription.no_application_protocol
        else:
            raise AssertionError("a protocol that is not spoken")


def check_suites_with_forward_secrecy_and_aead():
    for version in VERSIONS:
        for cipher in ("aes128gcm", "aes256gcm", "chacha20-poly1305"):
            for exchange in ("ecdhe_ecdsa", "ecdhe_rsa"):
                wanted = settings(version)
                wanted.cipherNames = [cipher]
                wanted.keyExchangeNames = [exchange]
                assert b"origin saw" in answer(connect(wanted)), (version, cipher, exchange)


def check_other_suites():
    for exchange in ("rsa", "dhe_rsa"):
        wanted = settings(TLS12)
        wanted.keyExchangeNames = [exchange]
        refused(wanted, AlertDescription.handshake_failure)
    for cipher in ("aes128", "aes256", "3des", "rc4", "null", "aes128ccm", "aes256ccm", "aes128ccm_8"):
        wanted = settings(TLS12)
        wanted.cipherNames = [cipher]
        wanted.macNames = ["sha", "sha256", "sha384", "aead"]
        refused(wanted, AlertDescription.handshake_failure)
    for cipher in ("aes128ccm", "aes128ccm_8"):
        wanted = settings(TLS13)
        wanted.cipherNames = [cipher]
        refused(wanted, AlertDescription.handshake_failure)


def check_anonymous_handshake():
    connection = TLSConnection(plain())
    try:
        connection.handshakeClientAnonymous(settings=settings(TLS12), serverName=NAME)
    except TLSRemoteAlert as alert:
        assert alert.description == AlertDescription.handshake_failure
    else:
        raise AssertionError("nobody has proved anything")


def check_groups():
    for version in VERSIONS:
        for group in ("x25519", "secp256r1", "secp384r1"):
            wanted = settings(version)
            wanted.eccCurves = [group]
            wanted.keyShares = [group]
            wanted.keyExchangeNames = ["ecdhe_rsa"]
            assert b"origin saw" in answer(connect(wanted)), (version, group)
        for group in ("secp521r1", "x448"):
            wanted = settings(version)
            wanted.eccCurves = [group]
            wanted.keyShares = [group]
            refused(wanted, AlertDescription.handshake_failure)


def check_a_group_without_a_key_share_is_asked_for():
    wanted = settings(TLS13)
    wanted.eccCurves = ["x448", "secp256r1"]
    wanted.keyShares = ["x448"]
    assert b"origin saw" in answer(connect(wanted))


def check_renegotiation():
    connection = connect(settings(TLS12))
    again = hello(settings(TLS12))[5:]
    for _ in connection._sendMsg(Message(ContentType.handshake, again)):
        pass
    try:
        got = connection.read(max=100)
    except TLSRemoteAlert as alert:
        assert alert.description in (AlertDescription.no_renegotiation, AlertDescription.unexpected_message)
    except (TLSAbruptCloseError, ConnectionError):
        pass
    else:
        raise AssertionError("goes on with %r" % (got,))


def check_secure_renegotiation_is_announced():
    empty = RenegotiationInfoExtension().create(bytearray())
    said_hello = server_hello(hello(settings(TLS12), lambda each: each.extensions.append(empty)))
    assert said_hello.getExtension(ExtensionType.renegotiation_info) is not None
    forged = RenegotiationInfoExtension().create(bytearray(12))
    alerted(
        hello(settings(TLS12), lambda each: each.extensions.append(forged)),
        AlertDescription.handshake_failure,
    )


def with_compression(*methods):
    def change(each):
        each.compression_methods = list(methods)

    return change


def check_compression():
    assert server_hello(hello(settings(TLS12), with_compression(1, 0))).compression_method == 0
    for version in VERSIONS:
        alerted(hello(settings(version), with_compression(1)), AlertDescription.illegal_parameter)
    alerted(hello(settings(TLS13), with_compression(1, 0)), AlertDescription.illegal_parameter)


def check_extended_master_secret():
    assert connect(settings(TLS12)).extendedMasterSecret


def check_fallback_is_noticed():
    wanted = settings(TLS12)
    wanted.sendFallbackSCSV = True
    refused(wanted, AlertDescription.inappropriate_fallback)
    said_hello = server_hello(hello(settings(TLS12)))
    assert said_hello.random[-8:] == b"DOWNGRD\x01", "no mark of the downgrade"


def check_heartbeat_is_not_spoken():
    wanted = settings(TLS12)
    wanted.use_heartbeat_extension = True
    assert server_hello(hello(wanted)).getExtension(ExtensionType.heartbeat) is None


def resumed(version, session):
    connection = connect(settings(version), session=session)
    text = answer(connection)
    assert b"origin saw" in text
    return connection


def check_tickets():
    for version in VERSIONS:
        first = resumed(version, None)
        assert not first.resumed
        second = resumed(version, first.session)
        assert second.resumed, version


def check_a_broken_ticket_is_a_full_handshake():
    for version in VERSIONS:
        session = resumed(version, None).session
        for ticket in (session.tickets or []) + (session.tls_1_0_tickets or []):
            ticket.ticket[len(ticket.ticket) // 2] ^= 1
        try:
            assert not resumed(version, session).resumed, version
        except TLSLocalAlert as surprise:
            # tlslite believes that a ticket of TLS 1.2 is always taken; a certificate is a handshake in full
            assert version == TLS12 and "got certificate" in str(surprise), surprise


def check_no_early_data():
    session = resumed(TLS13, None).session
    assert session.tickets
    for ticket in session.tickets:
        assert not [each for each in ticket.extensions if each.extType == ExtensionType.early_data]


def check_an_answer_ends_with_close_notify():
    for version in VERSIONS:
        # read() throws TLSAbruptCloseError when the connection ends without one
        assert answer(connect(settings(version))).endswith(b"origin saw /here\n")


def check_a_request_that_is_cut_is_not_served():
    for version in VERSIONS:
        connection = connect(settings(version))
        connection.sendall(b"POST /cut HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345")
        connection.sock.socket.shutdown(socket.SHUT_WR)
        try:
            text = bytes(connection.read(max=4096) or b"")
        except (TLSError, OSError):
            text = b""
        assert b" 200 " not in text, text


def check_a_request_before_close_notify_is_answered():
    for version in VERSIONS:
        connection = connect(settings(version))
        connection.closeSocket = False
        connection.sendall(REQUEST.replace(b"Connection: close\r\n", b""))
        alert = Alert().create(AlertDescription.close_notify, AlertLevel.warning)
        for _ in connection._sendMsg(alert):
            pass
        text = bytearray()
        while b"origin saw /here" not in text:
            more = connection.read(max=4096)
            assert more, (version, text)
            text += more


def check_records():
    sound = hello(settings(TLS13))
    alerted(b"\x16\x03\x01\x00\x00", AlertDescription.unexpected_message, AlertDescription.decode_error)
    alerted(b"\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10", AlertDescription.protocol_version)
    alerted(sound[:1] + b"\x02" + sound[2:], AlertDescription.protocol_version)
    alerted(b"\x16\x03\x01\x40\x01" + bytes(0x4001), AlertDescription.unexpected_message, AlertDescription.decode_error)
    alerted(sound[:5] + b"\x02" + sound[6:], AlertDescription.unexpected_message)
    assert server_hello(in_records(sound, 100)).server_version == TLS12


def in_records(record, size):
    made = bytearray()
    for at in range(5, len(record), size):
        part = record[at : at + size]
        made += bytearray([22, 3, 1, len(part) >> 8, len(part) & 255]) + part
    return made


def check_extensions():
    def twice(each):
        each.extensions.append(TLSExtension(extType=ExtensionType.extended_master_secret).create(bytearray()))

    def cut(each):
        each.extensions.append(TLSExtension(extType=ExtensionType.supported_groups).create(bytearray(b"\x00\x09\x00")))

    def empty_name(each):
        for extension in list(each.extensions):
            if extension.extType == ExtensionType.server_name:
                each.extensions.remove(extension)
        each.extensions.append(TLSExtension(extType=ExtensionType.server_name).create(bytearray(b"\x00\x03\x00\x00\x00")))

    def without_groups(each):
        for extension in list(each.extensions):
            if extension.extType == ExtensionType.supported_groups:
                each.extensions.remove(extension)

    alerted(hello(settings(TLS12), twice), AlertDescription.illegal_parameter, AlertDescription.decode_error)
    alerted(hello(settings(TLS12), empty_name), AlertDescription.decode_error)
    alerted(
        hello(settings(TLS13), without_groups),
        AlertDescription.missing_extension,
        AlertDescription.handshake_failure,
    )
    with_cut = hello(settings(TLS12), lambda each: (without_groups(each), cut(each)))
    alerted(with_cut, AlertDescription.decode_error)


def check_octets_after_the_handshake_that_are_no_record():
    for version in VERSIONS:
        connection = connect(settings(version))
        connection.sock.socket.sendall(b"\x17\x03\x03\x00\x20" + bytes(32))
        try:
            connection.read(max=10)
        except TLSRemoteAlert as alert:
            assert alert.description == AlertDescription.bad_record_mac
        else:
            raise AssertionError("no alert")


def main():
    failed = 0
    checks = [(name, each) for name, each in sorted(globals().items()) if name.startswith("check")]
    for name, each in checks:
        try:
            each()
            print("passed", name)
        except Exception:
            failed += 1
            print("FAILED", name)
            traceback.print_exc(limit=-3, file=sys.stdout)
    print("%d passed, %d failed" % (len(checks) - failed, failed))
    return failed != 0


sys.exit(main())
