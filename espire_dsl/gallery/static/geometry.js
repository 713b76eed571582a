/* Geometry: turned boxes, their outlines on the floor, on a wall and in a picture. */

/** A vector in own axes, seen from outside; quaternions are [w, x, y, z]. */
function turned([w, x, y, z], [a, b, c]) {
  const s = 2 * (y * c - z * b),
    t = 2 * (z * a - x * c),
    u = 2 * (x * b - y * a);
  return [a + w * s + y * u - z * t, b + w * t + z * s - x * u, c + w * u + x * t - y * s];
}

const inverse = ([w, x, y, z]) => [w, -x, -y, -z];
const plus = (a, b) => a.map((part, i) => part + b[i]);
const minus = (a, b) => a.map((part, i) => part - b[i]);
const times = (a, factor) => a.map((part) => part * factor);
const dot = (a, b) => a.reduce((sum, part, i) => sum + part * b[i], 0);

/** The eight corners of a thing's box, or the four of its front for things that are only air. */
function corners(node, frontOnly = false) {
  const half = times(node.extents, 0.5);
  const found = [];
  for (const x of frontOnly ? [1] : [-1, 1])
    for (const y of [-1, 1])
      for (const z of [-1, 1]) {
        found.push(plus(node.center, turned(node.quaternion, [x * half[0], y * half[1], z * half[2]])));
      }
  return found;
}

/** The convex outline of points in a plane, by Andrew's monotone chain. */
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list) => {
    const kept = [];
    for (const p of list) {
      while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], p) <= 0) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}

const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Where a thing's front points to, from outside; null for things without one. */
const frontOf = (node) => (node.front ? turned(node.quaternion, node.front) : null);

/** Pixel of a point in a camera's picture, or null for a point behind it. */
function projected(camera, point) {
  const [x, y, z] = turned(inverse(camera.quaternion), minus(point, camera.position));
  if (z >= -0.01) return null;
  if (camera.orthographic)
    return [camera.middle[0] + camera.focal[0] * x, camera.middle[1] - camera.focal[1] * y];
  return [camera.middle[0] - (camera.focal[0] * x) / z, camera.middle[1] + (camera.focal[1] * y) / z];
}

/** Whether a camera looks straight up or down. */
const isVertical = (camera) => Math.hypot(...turned(camera.quaternion, [0, 0, -1]).slice(0, 2)) < 1e-4;

/** The viewer who looks through a camera; from above, the top of the picture is ahead. */
function viewerBehind(camera, viewer) {
  const down = turned(camera.quaternion, [0, 0, -1])[2] < 0 ? 1 : -1;
  const front = isVertical(camera) ? [0, down, 0] : [0, 0, -1];
  return { ...viewer, center: camera.position, quaternion: camera.quaternion, front };
}

/** A thing's outline in a picture, or null where it is not wholly before the camera. */
function outlineIn(camera, node) {
  const points = corners(node, node.kind === "slot" || node.kind === "space").map((p) =>
    projected(camera, p),
  );
  return points.includes(null) ? null : hull(points);
}

function boundsOf(points) {
  const xs = points.map((p) => p[0]),
    ys = points.map((p) => p[1]);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
