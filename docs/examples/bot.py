"""A bot that takes a seat at a Heatray server with the link of a guest, and plays it to the end.

    pip install -r docs/examples/requirements.txt
    python docs/examples/bot.py 'http://127.0.0.1:8724/#/i/MATCH/INVITATION'

docs/server.md, "Programs at the table", lists what can be asked.
"""

import json
import random
import secrets
import sys
import time
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Seat:
    def __init__(self, link, name):
        at = urlsplit(link)
        _, _, match, invitation = at.fragment.split("/")
        self.url = f"{at.scheme.replace('http', 'ws')}://{at.netloc}/api/matches/{match}/engine"
        # The key is of our own making. After a break the same first line opens the same seat.
        self.first = {"op": "sit", "invitation": invitation, "key": secrets.token_urlsafe(18), "name": name}

    def sit(self):
        self.socket, self.unasked, self.last = connect(self.url, max_size=None), [], 0
        return self.ask(**self.first)

    def hear(self):
        """What comes by itself: it is our turn, somebody wishes something, the match is over."""
        return self.unasked.pop(0) if self.unasked else json.loads(self.socket.recv())

    def ask(self, **line):
        """Sends a line and waits for its answer."""
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, **line}))
        while (told := json.loads(self.socket.recv())).get("id") != self.last:
            self.unasked.append(told)
        match told.get("error", {}).get("code"):
            case "busy":
                time.sleep(1)
                return self.ask(**line)
            case code if "refused" in told or code and (code, line["op"]) != ("stale", "order"):
                sys.exit(json.dumps(told))
        return told


def choose(rows):
    """Put your own judgement here. A row has an order and its words: label, detail, group."""
    return random.choice(rows)["order"]


def play(seat):
    while "over" not in (told := seat.hear()):
        if "asked" in told and (rows := seat.ask(op="legal", limit=200).get("rows")):
            # If another decision is open by now, the order is stale, and we are asked again.
            answer = seat.ask(op="order", order=choose(rows), decision=told["asked"]["decision"])
            print(*(event["text"] for event in answer.get("events", [])), sep="\n")
        elif "wished" in told and told["wished"]["undo"] is not None:
            seat.ask(op="wish", wish="allow_undo")
    return told["over"]


if __name__ == "__main__":
    seat = Seat(sys.argv[1], "Python")
    while True:
        try:
            told = seat.sit()
            if told["fair"] and not told["begun"]:
                sys.exit("A fair match begins when everybody has vowed: see docs/server.md, or make one that is not fair.")
            print("sits at seat", told["seat"])
            print("over:", json.dumps(play(seat)))
            break
        except (ConnectionClosed, OSError):
            time.sleep(1)
