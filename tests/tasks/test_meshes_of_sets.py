"""A task set has the meshes of its scenes' assets, and can be drawn from its own files."""

from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve

from espire_dsl.catalogue.json_format import category_from_json, category_to_json
from espire_dsl.catalogue.reader import Category, load_catalogue
from espire_dsl.catalogue.shape import AssetShape, MeshFile
from espire_dsl.meshes.store import stored_mesh
from espire_dsl.scene.graph import Scene
from espire_dsl.scene.node import Node
from espire_dsl.tasks.error import TaskSetError
from espire_dsl.tasks.files import TaskSet, load, save
from espire_dsl.tasks.folders import MESHES

PYRAMID = (
    "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0 0 2\nf 1 3 2\nf 1 4 3\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\n"
)
BOX = (0.1, 0.1, 0.2)


@pytest.fixture
def asset(tmp_path: Path) -> Category:
    file = tmp_path / "author" / "tent.OBJ"
    file.parent.mkdir()
    file.write_text(PYRAMID)
    mesh = MeshFile(str(file), sha256(file.read_bytes()).hexdigest(), collider="hull", paint="red")
    return evolve(load_catalogue().get("pagoda"), id="tent", shape=AssetShape(BOX, mesh=mesh))


def scene_with(asset: Category) -> Scene:
    things = [Node("a", "near", extents=BOX, category="tent")]
    return Scene.build(things, assets=[asset, load_catalogue().get("pagoda")])


def test_a_scene_keeps_the_assets_that_it_has_things_of(asset: Category) -> None:
    scene = scene_with(asset)
    assert scene.assets == (asset,)
    assert scene.catalogue.get("tent") is asset
    assert Scene.from_networkx(scene.graph).assets == (category_from_json(category_to_json(asset)),)


def test_a_set_is_drawn_from_its_own_files(
    asset: Category, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    save(out, TaskSet({}, (), (scene_with(asset),)), {})
    assert str(tmp_path) not in (out / "scenes.jsonl").read_text()
    (tmp_path / "author" / "tent.OBJ").unlink()
    monkeypatch.setenv("ESPIRE_CACHE_DIR", str(tmp_path / "empty"))
    (found,) = load(out).scenes[0].assets
    assert found.shape is not None
    assert found.shape.mesh is not None
    assert Path(found.shape.mesh.path).parent == out / MESHES
    assert len(stored_mesh(found.shape.mesh, BOX).triangles) == 6


def test_a_mesh_of_a_set_is_in_its_folder(asset: Category, tmp_path: Path) -> None:
    out = tmp_path / "out"
    save(out, TaskSet({}, (), (scene_with(asset),)), {})
    scenes = out / "scenes.jsonl"
    assert asset.shape is not None
    assert asset.shape.mesh is not None
    scenes.write_text(scenes.read_text().replace(asset.shape.mesh.digest, "../../etc/passwd"))
    with pytest.raises(TaskSetError, match="assets: number 1 is no asset"):
        load(out)
