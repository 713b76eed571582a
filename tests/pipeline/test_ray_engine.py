"""Ray: what holds for processes of this machine holds for tasks of a cluster, whoever is lost."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from espire_dsl.cli import main
from espire_dsl.pipeline.engine import LocalEngine
from espire_dsl.pipeline.ray_engine import RayEngine
from espire_dsl.pipeline.run import run
from espire_dsl.pipeline.settings import Settings
from espire_dsl.pipeline.simulator import BackendSpec
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.suites import Suite, compiled_suites
from tests.pipeline.helpers import NONE
from tests.pipeline.jobs import Broken, Deadly, Faulty, Hungry, Marking, Odd, Square, results
from tests.pipeline.made_up import SETTINGS, Source, files_of
from tests.tasks.helpers import FAMILIES

ray = pytest.importorskip("ray", reason="the extra ray is not installed: pip install 'espire-dsl[ray]'")
cluster_utils = pytest.importorskip("ray.cluster_utils")

# Ray and its threads warn of things that are nobody's here.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning"),
]

FAMILY = FAMILIES / "espire" / "pick" / "attribute.espire"
STORE = 80 * 2**20


@contextmanager
def machines(*processors: int) -> Iterator[Any]:
    """A cluster whose nodes have so many processors; the first one is this machine's."""
    head, *others = processors
    cluster = cluster_utils.Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": head, "include_dashboard": False, "object_store_memory": STORE},
    )
    try:
        for number in others:
            cluster.add_node(num_cpus=number, object_store_memory=STORE)
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes with a processor each, which no test takes away."""
    with machines(1, 1) as two:
        yield two


@pytest.fixture(scope="module")
def suites() -> tuple[Suite, ...]:
    return compiled_suites((str(FAMILY),))


def test_every_job_is_done_once(cluster: Any) -> None:
    with RayEngine(cluster.address).open(NONE) as executor:
        done = list(executor(Square(n) for n in range(20)))
        again = list(executor([Square(30)]))
    assert len(done) == 20
    assert results(done) == {str(n): str(n**2).encode() for n in range(20)}
    assert results(again) == {"30": b"900"}
    assert not ray.is_initialized()


def test_a_job_that_kills_its_worker_is_named_and_no_other_is_lost(cluster: Any, tmp_path: Path) -> None:
    once = Deadly(20, str(tmp_path / "mark"))
    with RayEngine(cluster.address).open(NONE) as executor:
        done = list(executor([*map(Square, range(6)), Deadly(6), once, *map(Square, range(7, 14))]))
    wanted = {str(n): str(n**2).encode() for n in (*range(14), 20) if n != 6}
    assert results(done) == wanted
    assert [d.died for d in done if d.died] == ["the process that ran it died, three times"]


def test_what_a_machine_could_not_do_is_no_result(cluster: Any, tmp_path: Path) -> None:
    with RayEngine(cluster.address).open(NONE) as executor:
        done = list(executor([Hungry(2, str(tmp_path / "mark")), Broken(3), Square(4)]))
        assert results(done) == {"2": b"4", "4": b"16"}
        assert [d.died for d in done if d.died] == ["the driver is gone, three times"]
        with pytest.raises(TaskSetError, match="not enough memory"):
            list(executor([Hungry(2), Square(3)]))


def test_our_own_mistakes_are_not_hidden(cluster: Any) -> None:
    with RayEngine(cluster.address).open(NONE) as executor:
        with pytest.raises(ValueError, match="a mistake of ours"):
            list(executor([Faulty(1)]))
        with pytest.raises(RuntimeError, match="UnspeakableError: 1 and 2"):
            list(executor([Odd(1)]))


def test_few_jobs_are_under_way_at_a_time(cluster: Any, tmp_path: Path) -> None:
    jobs = [Marking(n, str(tmp_path)) for n in range(40)]
    for workers, most in ((None, 4), (1, 1)):
        with RayEngine(cluster.address, workers).open(NONE) as executor:
            done = executor(jobs)
            next(done)
            seen = -1
            while seen != (seen := len(list(tmp_path.iterdir()))):
                time.sleep(2)
            assert seen <= 1 + most
            done.close()  # type: ignore[attr-defined]
        for mark in tmp_path.iterdir():
            mark.unlink()


def test_the_same_bytes_when_a_node_is_killed_in_the_middle(
    suites: tuple[Suite, ...], tmp_path: Path
) -> None:
    """The first node has no processor, so that all work is on the two others; one of them dies, and with it
    all that is there."""
    settings = Settings(per_type=1, scenes=12, simulator=BackendSpec("mujoco", "rays"))
    run(suites, settings, tmp_path / "local", engine=LocalEngine(2))
    with machines(0, 1, 1) as cluster:
        nodes = list(cluster.worker_nodes)
        lost: list[str] = []

        def lose_one(stage: str, done: int, total: int) -> None:
            if stage == "pictures" and 1 <= done < total and not lost:
                lost.append(stage)
                cluster.remove_node(nodes[0], allow_graceful=False)

        made = run(suites, settings, tmp_path / "ray", engine=RayEngine(cluster.address), report=lose_one)
    assert lost
    assert not made.given_up
    assert files_of(tmp_path / "ray") == files_of(tmp_path / "local")


def test_a_cluster_of_this_machine_alone(suites: tuple[Suite, ...], tmp_path: Path) -> None:
    """Started for the run and gone after it; a simulator that is given is opened in its workers."""
    sets, marks = [], tmp_path / "marks"
    marks.mkdir()
    source = Source(str(marks))
    for name, engine in (("local", LocalEngine()), ("ray", RayEngine(workers=1))):
        run(suites, SETTINGS, tmp_path / name, engine=engine, simulator=source)
        sets.append(files_of(tmp_path / name))
    assert sets[0] == sets[1]
    others = source.processes() - {os.getpid()}
    assert others
    assert not ray.is_initialized()
    ends = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in others):
        assert time.monotonic() < ends, "workers outlive the run"
        time.sleep(0.1)


def test_a_cluster_that_loses_all_its_processors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("espire_dsl.pipeline.ray_engine._PATIENCE", 5.0)
    lost = pytest.raises(TaskSetError, match=r"^no node of the cluster has had a processor for 5 s")
    with machines(0, 1) as cluster:
        (node,) = cluster.worker_nodes
        with RayEngine(cluster.address).open(NONE) as executor:
            done = executor(Marking(n, str(tmp_path), 0.2) for n in range(100))
            next(done)
            cluster.remove_node(node, allow_graceful=False)
            with lost:
                list(done)


def test_a_cluster_whose_first_node_is_lost_and_a_run_that_goes_on_without_it(tmp_path: Path) -> None:
    few = ["--scenes", "12", "--per-type", "1", "--backend", "none", "--workers", "1"]
    command = [sys.executable, "-m", "espire_dsl.cli", "compile", "-o", str(tmp_path / "out")]
    started = [*command, str(FAMILY), *few, "--engine", "ray"]
    with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert next(process.stderr).startswith("scenes")
        (raylet,) = (pid for pid in children_of(process.pid) if "raylet/raylet" in command_of(pid))
        os.kill(raylet, signal.SIGKILL)
        said = process.stderr.read()
    assert process.returncode == 2
    assert "espirec: error: the Ray cluster is lost: " in said
    subprocess.run([*command, "--resume", "--engine", "local"], capture_output=True, check=False)
    main(["compile", str(FAMILY), "-o", str(tmp_path / "whole"), *few])
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")


def children_of(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def command_of(process: int) -> str:
    return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()


@pytest.mark.parametrize(
    ("hidden", "message"),
    [
        (
            'sys.modules["mujoco"] = None',
            'cannot do the work: the backend "mujoco" is not installed: it needs the module "mujoco"',
        ),
        ('sys.modules["espire_dsl"] = None', "cannot do the work: it lacks the module espire_dsl"),
        (
            "import importlib.metadata as m; right = m.version\n"
            'm.version = lambda name: "0.1" if name == "numpy" else right(name)',
            "has numpy 0.1 instead of .*; install there what is here",
        ),
    ],
    ids=["no simulator", "no espire-dsl", "another NumPy"],
)
def test_a_node_where_something_is_missing(
    cluster: Any, hidden: str, message: str, suites: tuple[Suite, ...], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"import sys\n{hidden}\n")
    settings = Settings(per_type=1, scenes=3, simulator=BackendSpec("mujoco", "rays"))
    path = f"{tmp_path}:{os.environ.get('PYTHONPATH', '')}"
    refused = pytest.raises(TaskSetError, match=f"^the node [0-9.]+ of the cluster {message}")
    with joined(cluster, {"PYTHONPATH": path}), refused:
        run(suites, settings, tmp_path / "out", engine=RayEngine(cluster.address))
    assert not ray.is_initialized()


@contextmanager
def joined(cluster: Any, environment: Mapping[str, str]) -> Iterator[None]:
    """Another node, whose workers see these variables."""
    node = cluster.add_node(num_cpus=1, object_store_memory=STORE, env_vars=dict(environment))
    try:
        yield
    finally:
        cluster.remove_node(node)


@pytest.mark.parametrize(
    ("variable", "message"),
    [
        ("MADE_UP_VERSION=2.0", r"has made-up 2\.0 instead of 1\.0; install there what is here"),
        ("PYTHONPATH=HIDING", r"a node cannot do its work: .*; what is done is kept"),
    ],
    ids=["other versions", "no espire-dsl"],
)
def test_a_node_that_comes_in_the_middle_and_differs_does_nothing(
    cluster: Any, variable: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "marks").mkdir()
    (tmp_path / "sitecustomize.py").write_text('import sys\nsys.modules["espire_dsl"] = None\n')
    name, _, value = variable.replace("HIDING", str(tmp_path)).partition("=")
    refused = pytest.raises(TaskSetError, match=message)
    with RayEngine(cluster.address).open(Source(str(tmp_path / "marks"))) as executor:
        done = executor(Marking(n, str(tmp_path), 0.5) for n in range(400))
        next(done)
        with joined(cluster, {name: value}), refused:
            list(done)


def greet(server: socket.socket) -> None:
    """Answers as a mail server does."""
    with suppress(OSError):
        line, _ = server.accept()
        line.sendall(b"220 mail.example.org ESMTP\r\n")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:CLOSED", "no Ray cluster answers there: Connection refused"),
        ("127.0.0.1:SILENT", "no Ray cluster answers there: timed out"),
        ("127.0.0.1:OTHER", "what answers there is no Ray cluster"),
        ("nowhere", "this is no address of a Ray cluster; write it as HOST:PORT"),
        ("ray://127.0.0.1:10001", "this is the address of a server for clients"),
    ],
)
def test_an_address_where_no_cluster_is(
    address: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Told in one sentence and soon, also where something listens that never answers."""
    with ExitStack() as stack:
        servers = {word: socket.create_server(("127.0.0.1", 0)) for word in ("SILENT", "CLOSED", "OTHER")}
        for word, server in servers.items():
            stack.callback(server.close)
            address = address.replace(word, str(server.getsockname()[1]))
        servers["CLOSED"].close()
        Thread(target=greet, args=(servers["OTHER"],), daemon=True).start()
        began = time.monotonic()
        few = ["--scenes", "2", "--per-type", "1", "--backend", "none", "--engine", "ray"]
        assert main(["compile", str(FAMILY), "-o", str(tmp_path / "out"), *few, "--address", address]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert f"{address}: {message}" in said[-1]
    assert time.monotonic() - began < 60
    assert not ray.is_initialized()
