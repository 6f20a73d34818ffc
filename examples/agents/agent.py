#!/usr/bin/env python3
"""An agent of Causeway in one file, with Python's standard library alone.

    CAUSEWAY_URL=http://127.0.0.1:3000 CAUSEWAY_TOKEN=<API key of an AI_Agent> python3 agent.py

It registers the avatar of the key as an agent, claims tasks by long poll, extends the lease of the task it works on,
and reports the result with the fencing token. SIGTERM or Ctrl-C lets the running task finish. Put your own work into
WORK: each function gets a task's input and returns the result, any JSON.
"""

import json
import os
import random
import signal
import sys
import threading
import time
import urllib.error
import urllib.request

URL = os.environ.get("CAUSEWAY_URL", "http://127.0.0.1:3000").rstrip("/")
TOKEN = os.environ.get("CAUSEWAY_TOKEN", "")
NAME = os.environ.get("AGENT_NAME", "Treasurer")
LEASE_MS = 30_000
CLAIM_WAIT_MS = 20_000
MOST_ETH = 1.0

stopping = threading.Event()
claiming = threading.Event()


class Refusal(Exception):
    """An answer of the service other than success."""

    def __init__(self, status, problem):
        super().__init__(problem.get("message", f"status {status}"))
        self.status = status
        self.code = problem.get("errorCode", f"HTTP_{status}")


class WrongInput(Exception):
    """The task itself is wrong: no agent can do it."""


class Stopped(Exception):
    """The agent stops before the service has answered."""


def ask(method, path, body=None):
    """The `result` of an answer. Tries again, with growing pauses, while the service is away."""
    fault = 0
    while True:
        request = urllib.request.Request(
            f"{URL}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {TOKEN}", "content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["result"]
        except urllib.error.HTTPError as error:
            if error.code not in (429, 502, 503, 504):
                raise Refusal(error.code, problem_in(error)) from None
        except OSError:
            pass  # Nobody answered.
        fault += 1
        if stopping.is_set() and fault > 3:
            raise Stopped()
        time.sleep(min(15, 0.25 * 2**fault) * random.uniform(0.5, 1))


def problem_in(error):
    try:
        return json.load(error)
    except ValueError:
        return {}


def register():
    """Registers or updates the agent. Returns its id."""
    me = ask("GET", "/api/avatar/me")
    facts = {"name": NAME, "capabilities": [{"type": kind} for kind in WORK], "availability": "online"}
    try:
        ask("POST", "/api/agents/register", facts)
    except Refusal as refusal:
        if refusal.code != "AGENT_EXISTS":
            raise
        ask("PUT", f"/api/agents/{me['id']}", facts)
    return me["id"]


def keep(task, ended, lost):
    """Extends the lease of a task until it has ended."""
    while not ended.wait(LEASE_MS / 3_000):
        try:
            ask("POST", f"/api/agents/tasks/{task['taskId']}/heartbeat", {"token": task["token"]})
        except (Refusal, Stopped):
            lost.set()
            return


def do(task):
    """Does one task and reports how it ended."""
    ended, lost = threading.Event(), threading.Event()
    threading.Thread(target=keep, args=(task, ended, lost), daemon=True).start()
    try:
        report, body = "complete", {"result": WORK[task["type"]](task["input"])}
    except WrongInput as error:
        report, body = "reject", {"code": "WRONG_INPUT", "message": str(error)[:1000]}
    except Exception as error:  # Any other failure may pass: another attempt follows.
        report, body = "fail", {"message": f"{type(error).__name__}: {error}"[:1000]}
    ended.set()
    if lost.is_set():
        return say("lost", task)
    try:
        ask("POST", f"/api/agents/tasks/{task['taskId']}/{report}", {"token": task["token"], **body})
        say(report, task)
    except Refusal as refusal:
        if refusal.code not in ("TOKEN_STALE", "TASK_NOT_FOUND"):
            raise
        say("lost", task)


def say(what, task):
    print(f"{NAME}: {what} {task['type']} {task['taskId']}", file=sys.stderr, flush=True)


def run():
    agent_id = register()
    print(f"{NAME}: the agent {agent_id} waits for tasks", file=sys.stderr, flush=True)
    while not stopping.is_set():
        claiming.set()
        tasks = ask("POST", f"/api/agents/{agent_id}/tasks/claim", {"waitMs": CLAIM_WAIT_MS, "leaseMs": LEASE_MS})
        claiming.clear()
        for task in tasks:
            do(task)


def stop(*_):
    """Ends a claim at once, which then claims nothing; otherwise the running task ends first."""
    stopping.set()
    if claiming.is_set():
        raise Stopped()


def is_approved(given):
    return 0 < float(given["amount"]) <= MOST_ETH


def approve(given):
    """Lets at most MOST_ETH pass."""
    if not is_approved(given):
        raise WrongInput(f"{given['amount']} ETH are more than {MOST_ETH}")
    return {"approved": True, "amount": given["amount"], "by": NAME}


def vote(given):
    """Votes `go` for what it would approve, with the double weight of a treasurer."""
    return {"value": "go" if is_approved(given["input"]) else "wait", "weight": 2}


def prepare(given):
    """Its part of delegated work: whether the amount is within the limit."""
    return {"limit": MOST_ETH, "isReady": is_approved(given["subtask"])}


WORK = {"approve": approve, "vote": vote, "prepare": prepare}

if __name__ == "__main__":
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, stop)
    try:
        run()
    except Stopped:
        pass
    except Refusal as refusal:
        sys.exit(f"{NAME}: {refusal} ({refusal.code})")
