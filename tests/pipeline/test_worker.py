"""Starting a worker process, while the user presses Ctrl-C."""

from __future__ import annotations

import os
import signal
import threading
import time
from multiprocessing.context import SpawnProcess

import pytest

from espire_dsl.pipeline.worker import Worker


@pytest.mark.parametrize("has_threads", [False, True])
def test_an_interrupt_waits_until_the_worker_is_started(
    has_threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the signal is delivered to another thread, as the mask of the first one allows."""
    started = []
    whole = SpawnProcess.start
    over = threading.Event()
    others = [threading.Thread(target=over.wait) for _ in range(3 * has_threads)]

    def slowly(process: SpawnProcess) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(20):
            time.sleep(0.005)
        whole(process)
        started.append(process)

    monkeypatch.setattr(SpawnProcess, "start", slowly)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a process of tests may ignore it
    for thread in others:
        thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            Worker()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
        over.set()
        for thread in others:
            thread.join()
    assert len(started) == 1
    started[0].join(60)
    assert started[0].exitcode == 0  # nobody talks to it, so that it leaves
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
