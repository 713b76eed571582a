/* Masks: run lengths as COCO writes them, columns one after another, painted on a canvas. */

/** Numbers in groups of five bits, lowest first; from the fourth run on, the difference to the last but one. */
function runsOf(counts) {
  const runs = [];
  let value = 0,
    shift = 0;
  for (let i = 0; i < counts.length; i++) {
    const bits = counts.charCodeAt(i) - 48;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    if (bits & 16) value |= -1 << shift;
    runs.push(runs.length > 2 ? value + runs[runs.length - 2] : value);
    value = shift = 0;
  }
  return runs;
}

/** A byte a pixel, row by row: 1 inside the mask. */
function pixelsOf([height, width, counts]) {
  const pixels = new Uint8Array(height * width);
  let place = 0,
    inside = 0;
  for (const run of runsOf(counts)) {
    const end = Math.min(place + run, pixels.length);
    if (inside) for (let i = place; i < end; i++) pixels[(i % height) * width + Math.floor(i / height)] = 1;
    place = end;
    inside = 1 - inside;
  }
  return pixels;
}

const FILL = [0, 224, 120, 110];
const EDGE = [255, 255, 255, 255];
const RIM = [0, 130, 70, 255];

/** Masks on a canvas of their own size: pixels outside of all masks stay clear. */
function paintMasks(canvas, masks) {
  const [height, width] = masks.length ? masks[0] : [1, 1];
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  for (const mask of masks) {
    if (mask[0] === height && mask[1] === width) fillMask(image.data, pixelsOf(mask), width, height);
  }
  context.putImageData(image, 0, 0);
}

function fillMask(data, pixels, width, height) {
  const at = (x, y) => x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x];
  const edge = (x, y, by) => !(at(x - by, y) && at(x + by, y) && at(x, y - by) && at(x, y + by));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = y * width + x;
      if (pixels[place]) data.set(edge(x, y, 1) ? RIM : edge(x, y, 3) ? EDGE : FILL, place * 4);
    }
  }
}
