/* Data: unpacks what the page carries into tasks, scenes and masks. */

async function unpack(text) {
  const bytes = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : bytesOf(atob(text));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = JSON.parse(await new Response(stream).text());
  const scenes = new Map();
  for (const [id, scene] of Object.entries(data.scenes))
    scenes.set(id, sceneOf(id, scene, data.node_columns));
  const tasks = data.tasks.map((row, index) => taskOf(row, data.columns, index));
  return { about: data.about, scenes, tasks, masks: data.masks, tags: data.tags };
}

function bytesOf(binary) {
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

function taskOf(row, columns, index) {
  const task = { index };
  columns.forEach((name, place) => {
    task[name] = row[place];
  });
  task.level ??= "none";
  for (const [tag, group] of Object.entries(task.tag_groups)) task[`tag:${tag}`] = group;
  task.searched = `${task.instruction}\n${task.id}\n${task.scene}`.toLowerCase();
  return task;
}

/** Nodes stay rows until a scene is drawn: most scenes never are. */
function sceneOf(id, scene, columns) {
  let nodes = null;
  return {
    id,
    pictures: scene.pictures,
    cameras: scene.cameras,
    get nodes() {
      nodes ??= new Map(
        scene.nodes.map((row) => {
          const node = Object.fromEntries(columns.map((name, place) => [name, row[place]]));
          return [node.id, node];
        }),
      );
      return nodes;
    },
  };
}
