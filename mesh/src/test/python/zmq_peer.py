"""A foreign ZeroMQ peer, libzmq through pyzmq, for the interop tests of the mesh.

Reads commands from stdin, one per line:  <call> <socket> <verb> <arguments...>
Answers on stdout, in any order:          <call> ok|failed <result...>

Each socket lives on a thread of its own, so one that waits holds up no other. Message parts are spelled as `x` and hex
digits; `-` stands for none. The process ends with its stdin.
"""

import queue
import sys
import threading
import time
import zlib

import zmq

PATIENCE_MS = 30_000
BURST = 256

# The same bytes as Sequence.java.
BLOCK = bytes((j * 131 + (j >> 8) * 17) & 0xFF for j in range(8192))
LARGE_BLOCK = (BLOCK * 123)[:1_000_003]

output = threading.Lock()
context = zmq.Context()


def answer(call, outcome, result=""):
    with output:
        print(call, outcome, result, flush=True)


def message(i):
    """The i-th message of an exchange: 0 to 300 bytes."""
    start = i * 17 % 4096
    return BLOCK[start : start + i * 31 % 301]


def large(size):
    blocks, rest = divmod(size, len(LARGE_BLOCK))
    body = LARGE_BLOCK * blocks
    return body + LARGE_BLOCK[:rest] if rest else body


def parts_of(text):
    return [bytes.fromhex(part[1:]) for part in text.split(",")]


def text_of(parts):
    return ",".join("x" + bytes(part).hex() for part in parts)


class Peer(threading.Thread):
    """One socket and the commands that wait for it."""

    def __init__(self):
        super().__init__(daemon=True)
        self.commands = queue.Queue()
        self.socket = None
        self.route = []

    def run(self):
        verb = None
        while verb != "close":
            call, verb, arguments = self.commands.get()
            try:
                result = getattr(self, verb)(*arguments)
                answer(call, "ok", "" if result is None else result)
            except Exception as failure:  # is told to the test, which fails with it
                answer(call, "failed", f"{type(failure).__name__}: {failure}".replace("\n", " "))

    def open(self, kind, way, endpoint, identity, route, heartbeat_ms, timeout_ms):
        socket = context.socket(getattr(zmq, kind))
        socket.linger = 0
        socket.rcvtimeo = socket.sndtimeo = PATIENCE_MS
        if identity != "-":
            socket.setsockopt(zmq.IDENTITY, bytes.fromhex(identity[1:]))
        if int(heartbeat_ms):
            socket.setsockopt(zmq.HEARTBEAT_IVL, int(heartbeat_ms))
            socket.setsockopt(zmq.HEARTBEAT_TIMEOUT, int(timeout_ms))
        if kind == "ROUTER":
            socket.setsockopt(zmq.ROUTER_MANDATORY, 1)
            socket.setsockopt(zmq.ROUTER_HANDOVER, 1)
            self.route = [bytes.fromhex(route[1:])]
        getattr(socket, way)(endpoint)
        self.socket = socket
        return socket.getsockopt_string(zmq.LAST_ENDPOINT)

    def close(self):
        if self.socket is not None:
            self.socket.close()

    def send(self, parts):
        self._patiently(lambda: self.socket.send_multipart(self.route + parts_of(parts)))

    def offer(self, parts):
        """Sends it where it can be taken at once."""
        try:
            self.socket.send_multipart(self.route + parts_of(parts), zmq.NOBLOCK)
        except zmq.Again:
            pass

    def receive(self):
        return text_of(self._strip(self.socket.recv_multipart()))

    def exchange(self, count):
        """Sends and receives so many messages at once; answers the checksum of what came."""
        count, sent, came, crc = int(count), 0, 0, 0
        while sent < count or came < count:
            wanted = (zmq.POLLIN if came < count else 0) | (zmq.POLLOUT if sent < count else 0)
            ready = self.socket.poll(PATIENCE_MS, wanted)
            if not ready:
                raise TimeoutError(f"sent {sent} and received {came} of {count}")
            try:
                for _ in range(BURST if ready & zmq.POLLIN else 0):
                    body = self._strip(self.socket.recv_multipart(zmq.NOBLOCK))[0]
                    crc = zlib.crc32(body, zlib.crc32(len(body).to_bytes(4, "big"), crc))
                    came += 1
                    if came == count:
                        break
            except zmq.Again:
                pass
            try:
                for i in range(sent, min(sent + BURST, count) if ready & zmq.POLLOUT else sent):
                    self.socket.send_multipart(self.route + [message(i)], zmq.NOBLOCK)
                    sent += 1
            except zmq.Again:
                pass
        return crc

    def drip(self, count, pause_ms):
        """Sends so many messages with a pause before each."""
        for i in range(int(count)):
            time.sleep(int(pause_ms) / 1000)
            self.socket.send_multipart(self.route + [message(i)])

    def sendlarge(self, size):
        body = large(int(size))
        self.socket.send_multipart(self.route + [body], copy=False)
        return zlib.crc32(body)

    def receivelarge(self):
        body = self._strip(self.socket.recv_multipart(copy=False))[0].buffer
        return f"{len(body)} {zlib.crc32(body)}"

    def _strip(self, parts):
        return parts[len(self.route) :]

    @staticmethod
    def _patiently(action):
        """A router knows a new peer a moment after it has heard of it."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while True:
            try:
                return action()
            except zmq.ZMQError as failure:
                if failure.errno != zmq.EHOSTUNREACH or time.monotonic() > deadline:
                    raise
                time.sleep(0.002)


def main():
    peers = {}
    for line in sys.stdin:
        call, socket, verb, *arguments = line.split()
        if socket not in peers:
            peers[socket] = Peer()
            peers[socket].start()
        peers[socket].commands.put((call, verb, arguments))
        if verb == "close":
            del peers[socket]


main()
