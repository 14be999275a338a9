"""A server with the toy game in a process of its own, to be killed. Prints its port when it listens."""

import sys
from pathlib import Path

import uvicorn
from tests.server.house import GENEROUS, ORDER

from berlin.cli.commands.serve import listen
from berlin.kernel.contract import game as registry
from berlin.server.app import create_app
from berlin.server.http.hosts import Hosts
from berlin.server.work.log import Journal


def main(database: str) -> None:
    registry._WHERE = {"toy": "toy:GAME"}
    listening = listen("127.0.0.1", 0)
    print(listening.getsockname()[1], flush=True)
    app = create_app(Path(database), GENEROUS, Journal(quiet=True), hosts=Hosts([ORDER["host"]]))
    uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
