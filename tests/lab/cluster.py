"""A real Dask cluster on this machine: a scheduler and its workers, each a process."""

import json
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from distributed import Client

PATIENCE = 120


class DaskCluster:
    def __init__(self, folder: Path, workers: int = 2) -> None:
        folder.mkdir(exist_ok=True)
        self.file, self.folder = folder / "scheduler.json", folder
        self.scheduler = self._started(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self.file
        )
        end = time.monotonic() + PATIENCE
        while not self.file.exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        self.address = str(json.loads(self.file.read_text())["address"])
        words = (self.address, "--nthreads", "1", "--no-nanny", "--local-directory", folder)
        self.workers = [self._started("worker", *words) for _ in range(workers)]
        with Client(self.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            if workers:
                client.wait_for_workers(workers, timeout=PATIENCE)

    def _started(self, *words: object) -> "subprocess.Popen[bytes]":
        order = [sys.executable, "-m", "dask", *map(str, words), "--no-dashboard"]
        return subprocess.Popen(order, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill_a_worker(self) -> int:
        self.workers[0].kill()
        self.workers[0].wait()
        return self.workers[0].pid

    def __enter__(self) -> "DaskCluster":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
