"""A Ray cluster whose nodes are groups of processes of this machine, and ways of killing parts of it."""

from __future__ import annotations

from typing import Any

from killing.processes import children_of, killed


class Machines:
    """A Ray cluster: a node that only gives out the work, and two that do it."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._cluster = Cluster(initialize_head=True, head_node_args=self._node(0))
        self.prepare()

    def _node(self, processors: int) -> dict[str, Any]:
        return {"num_cpus": processors, "include_dashboard": False, "object_store_memory": 80 << 20}

    def prepare(self) -> None:
        """Puts new nodes in the place of those that were killed."""
        while len(self._cluster.worker_nodes) < 2:
            self._cluster.add_node(**self._node(1))

    @property
    def options(self) -> tuple[str, ...]:
        return ("--engine", "ray", "--address", self._cluster.address)

    def _raylets(self) -> list[int]:
        return [node.all_processes["raylet"][0].process.pid for node in self._cluster.worker_nodes]

    def _workers(self) -> list[int]:
        return [child for raylet in self._raylets() for child in children_of(raylet, b"ray::do_job")]

    def kill_ray_worker(self, main: int) -> bool:
        del main
        return killed(self._workers()[:1]) > 0

    def kill_all_ray_workers(self, main: int) -> bool:
        del main
        return killed(self._workers()) > 0

    def kill_node(self, main: int) -> bool:
        """All processes of a node, at once."""
        del main
        node = next(iter(self._cluster.worker_nodes))
        raylet = node.all_processes["raylet"][0].process.pid
        met = killed([*children_of(raylet), raylet]) > 0
        self._cluster.remove_node(node, allow_graceful=False)
        return met

    def close(self) -> None:
        self._cluster.shutdown()
