"""A Ray cluster to work on: found or started, left again, and its nodes asked what is installed there."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from attrs import frozen

from espire_dsl.diagnostics.error import first_line
from espire_dsl.pipeline.alike import difference
from espire_dsl.pipeline.simulator import SimulatorSource
from espire_dsl.tasks.error import TaskSetError

_KNOCKING: Final = 10.0
_ANSWERING: Final = 120.0
"""Seconds in which an address must answer, and a node of the cluster."""

_FRAME, _SETTINGS = 9, b"\x04"
_HELLO: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + _SETTINGS + bytes(5)
"""What a client of HTTP/2 says first. The server's first frame says its settings, too: the byte behind the
length is the type."""

_STORE: Final = 512 * 2**20
"""Bytes of memory that a cluster of this machine alone has for what goes between processes."""

_KEPT: Final = "what is done is kept"


@frozen
class Cluster:
    """The module `ray`, connected; `is_own` if the cluster was started for this run."""

    ray: Any
    is_own: bool


@contextmanager
def connected(address: str | None, workers: int | None) -> Iterator[Cluster]:
    """The cluster that this process is connected to already, the one at an address, or a new one of this
    machine with so many processors."""
    ray = _module()
    if ray.is_initialized():
        _check_same(ray, address)
        yield Cluster(ray, is_own=False)
        return
    address = address or os.environ.get("RAY_ADDRESS") or None
    with ExitStack() as stack:
        stack.enter_context(_signals_kept())
        stack.enter_context(_quiet(ray))
        if address is None:
            # A folder of our own: the usual one may belong to another user of the machine.
            place = tempfile.TemporaryDirectory(prefix="espire-ray-", ignore_cleanup_errors=True)
            folder = stack.enter_context(place)
            stack.callback(ray.shutdown)
            _start(ray, workers, folder)
        else:
            stack.callback(ray.shutdown)
            _join(ray, address)
        yield Cluster(ray, is_own=address is None)


def _module() -> Any:
    try:
        import ray
    except ImportError as error:
        raise TaskSetError(
            f"the engine ray is not installed ({error}): pip install 'espire-dsl[ray]'"
        ) from error
    return ray


def _check_same(ray: Any, address: str | None) -> None:
    present = ray.get_runtime_context().gcs_address
    if address not in (None, "auto", present):
        raise TaskSetError(f"{address}: this process is connected to another Ray cluster, at {present}")


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Ray puts a handler of its own in the place of that for SIGTERM."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _quiet(ray: Any) -> Iterator[None]:
    """Ray prints a paragraph to stdout for each process that dies, and has no option against that."""
    printing = ray._private.worker
    before = getattr(printing, "_worker_logs_enabled", True)
    printing._worker_logs_enabled = False
    try:
        yield
    finally:
        printing._worker_logs_enabled = before


def _start(ray: Any, workers: int | None, folder: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(
            "local",
            num_cpus=workers,
            object_store_memory=_STORE,
            include_dashboard=False,
            _temp_dir=folder,
            # Ray's workers give way to every other process, unless told that they are what is waited for.
            _system_config={"worker_niceness": 0},
            **_QUIET,
        )
    except Exception as error:  # it starts half a dozen programs, each of which may fail in its own way
        raise TaskSetError(f"no Ray cluster can be started here: {first_line(error)}") from error


def _join(ray: Any, address: str) -> None:
    if "://" in address:
        raise TaskSetError(
            f"{address}: this is the address of a server for clients; compile on a machine of the cluster, "
            "and give the address as HOST:PORT, or as auto"
        )
    if address != "auto":
        _knock(address)
    try:
        ray.init(address, **_QUIET)
    except Exception as error:
        raise TaskSetError(
            f"{address}: no Ray cluster can be joined there from this machine: {first_line(error)}"
        ) from error


def _knock(address: str) -> None:
    """Whether anybody is there who speaks HTTP/2, as a cluster does: Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 2**16:
        raise TaskSetError(f"{address}: this is no address of a Ray cluster; write it as HOST:PORT")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=_KNOCKING) as line:
            line.sendall(_HELLO)
            frame = line.recv(_FRAME)
    except OSError as error:
        why = error.strerror or str(error)
        raise TaskSetError(f"{address}: no Ray cluster answers there: {why}") from error
    if frame[3:4] != _SETTINGS and os.environ.get("RAY_USE_TLS", "0") != "1":
        raise TaskSetError(f"{address}: what answers there is no Ray cluster")


_QUIET: Final[Mapping[str, Any]] = {"log_to_driver": False, "logging_level": logging.CRITICAL}


def check_nodes(ray: Any, source: SimulatorSource, here: Mapping[str, str]) -> None:
    """Asks each node of the cluster what is installed there, and refuses one that differs."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On

    nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
    if not nodes:
        raise TaskSetError("the cluster has no node with a processor to work on")
    ask = ray.remote(num_cpus=0, max_retries=3)(_question())
    told = pickle.dumps(source)
    asked = {
        ask.options(scheduling_strategy=On(node["NodeID"], soft=False)).remote(told): node for node in nodes
    }
    answered, _ = ray.wait(list(asked), num_returns=len(asked), timeout=_ANSWERING)
    for one, node in asked.items():
        name = node["NodeManagerAddress"]
        if one not in answered:
            raise TaskSetError(f"the node {name} of the cluster does not answer within {_ANSWERING:.0f} s")
        try:
            there = ray.get(one)
        except ray.exceptions.RayError as error:
            if any(other["Alive"] for other in ray.nodes() if other["NodeID"] == node["NodeID"]):
                why = first_line(error)
                raise TaskSetError(f"the node {name} of the cluster cannot do the work: {why}") from error
            continue  # it is gone, and the others do without it
        if isinstance(there, str):
            raise TaskSetError(f"the node {name} of the cluster cannot do the work: {there}")
        other = difference(here, there)
        if other is not None:
            raise TaskSetError(other_versions(name, other))


def other_versions(node: str, other: str) -> str:
    """What is said of a node that differs."""
    return f"the node {node} of the cluster has {other}; install there what is here, or leave it out; {_KEPT}"


def _question() -> Callable[[bytes], dict[str, str] | str]:
    """What a node is asked: its versions, or why it has none. The function goes there by value, since the
    module that it is in may be what is missing."""

    def ask(source: bytes) -> dict[str, str] | str:
        try:
            import pickle

            from espire_dsl.pipeline.alike import versions_here

            return versions_here(pickle.loads(source))
        except ModuleNotFoundError as error:
            return f"it lacks the module {error.name}; install there what is here"
        except Exception as error:
            return str(error)

    return ask
