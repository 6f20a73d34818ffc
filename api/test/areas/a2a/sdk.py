"""Uses the unmodified Python SDK of A2A as a client would, and prints what it saw as JSON.

Arguments: the URL of an agent's interface, and a token. The agent acts by the beginning of a message's id.
"""

import asyncio
import json
import sys
from uuid import uuid4

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    ListTasksRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    SubscribeToTaskRequest,
    TaskPushNotificationConfig,
    TaskState,
)

url, token = sys.argv[1:]


def message(scenario, text="go", **more):
    parts = [Part(text=text)]
    return SendMessageRequest(
        message=Message(message_id=f"{scenario}-{uuid4().hex}", role=Role.ROLE_USER, parts=parts, **more)
    )


def told(event):
    """What an event of a stream tells: its kind, and its state, texts or names of files."""
    kind = event.WhichOneof("payload")
    value = getattr(event, kind)
    if kind in ("task", "status_update"):
        return [kind, TaskState.Name(value.status.state)]
    parts = value.parts if kind == "message" else value.artifact.parts
    return [kind, *(part.text or part.filename for part in parts)]


async def refusal(call):
    try:
        await call
    except Exception as error:  # The SDK's errors have no common class.
        return type(error).__name__
    return None


async def main():
    seen = {}
    async with httpx.AsyncClient(headers={"authorization": f"Bearer {token}"}, timeout=30) as http:
        bases = [url.rstrip("/"), url.rstrip("/") + "/"]
        cards = [await A2ACardResolver(http, base).get_agent_card() for base in bases]
        seen["cards"] = [card.name for card in cards]

        def client(**more):
            return ClientFactory(ClientConfig(httpx_client=http, **more)).create(cards[0])

        streaming, plain = client(), client(streaming=False)

        async def events(request, by=streaming):
            return [event async for event in by.send_message(request)]

        async def stream(*args, **more):
            return [told(event) for event in await events(message(*args, **more))]

        seen["streamed"] = await stream("tck-stream")
        seen["file"] = await stream("tck-stream-artifact-file")
        seen["reply"] = [told(event) for event in await events(message("tck-message-response"), plain)]
        seen["rejected"] = [told(event) for event in await events(message("tck-reject-task"), plain)]

        asked = await events(message("tck-input-required"))
        seen["asked"] = told(asked[-1])
        task = asked[0].task
        follows = streaming.subscribe(SubscribeToTaskRequest(id=task.id))
        seen["followed"] = [told(await anext(follows))]
        answer = message("tck-complete-task", "more", task_id=task.id, context_id=task.context_id)
        seen["answered"] = told((await events(answer))[-1])
        seen["followed"] += [told([event async for event in follows][-1])]

        got = await plain.get_task(GetTaskRequest(id=task.id, history_length=10))
        seen["history"] = [[part.text for part in one.parts] for one in got.history]
        listed = await plain.list_tasks(ListTasksRequest(context_id=task.context_id))
        seen["listed"] = [one.id == task.id for one in listed.tasks]

        held = (await events(message("tck-input-required")))[0].task
        config = TaskPushNotificationConfig(task_id=held.id, url="http://127.0.0.1:1/push")
        made = await plain.create_task_push_notification_config(config)
        seen["push"] = [made.task_id == held.id, made.url]
        cancelled = await plain.cancel_task(CancelTaskRequest(id=held.id))
        seen["cancelled"] = TaskState.Name(cancelled.status.state)
        seen["refusals"] = [
            await refusal(plain.cancel_task(CancelTaskRequest(id=held.id))),
            await refusal(plain.get_task(GetTaskRequest(id="unknown"))),
        ]
    print(json.dumps(seen))


asyncio.run(main())
