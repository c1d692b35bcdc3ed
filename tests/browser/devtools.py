"""Chromium without a window, spoken to over a pipe: no driver, no port, no package to install."""
import fcntl
import json
import os
import select
import shlex
import shutil
import subprocess
import tempfile
import time


def find():
    """The browser's program, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


class Unavailable(Exception):
    """A program that is no browser, such as the stub that Ubuntu installs by that name."""


class Browser:
    PATIENCE_S = 60  # of any answer: a machine that runs other tests beside this one is slow

    def __init__(self, program):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()
        # The browser reads commands from 3 and answers on 4; ours must not be in the way, and a
        # plain shell knows one digit.
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 5) for fd in (command_read, answer_write)]
        os.close(command_read)
        os.close(answer_write)
        options = ["--headless", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update",
                   f"--user-data-dir={self.profile.name}"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")  # which the browser refuses to set up for root
        self.process = subprocess.Popen(
            ["sh", "-c", f"exec {shlex.join([program, *options])} 3<&{high[0]} 4>&{high[1]}"],
            pass_fds=high, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        for fd in high:
            os.close(fd)
        self.pending, self.events, self.last, self.session = b"", [], 0, None
        try:
            target = self.call("Target.createTarget", url="about:blank")["targetId"]
        except (TimeoutError, BrokenPipeError) as error:
            self.__exit__()
            raise Unavailable(f"{program} does not start: {error}") from error
        self.session = self.call("Target.attachToTarget", targetId=target,
                                 flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.profile.cleanup()

    def receive(self):
        """One message; raises TimeoutError where none comes."""
        end = time.monotonic() + self.PATIENCE_S
        while b"\0" not in self.pending:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            chunk = os.read(self.answers, 1 << 16)
            if not chunk:
                raise TimeoutError("the browser has ended")
            self.pending += chunk
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while (answer := self.receive()).get("id") != self.last:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, url):
        """Loads a page to its end; what happened meanwhile is in `events`."""
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())

    def ask(self, expression):
        """The value of a JavaScript expression on the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")
