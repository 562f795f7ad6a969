// The shape of the place that a page has for the layout: the server draws for it.
// Bounds as in look/board.css, between the ratios of web/drawing.py.
const SHAPES = [
  [1.4, "wide"],
  [0.9, "even"],
  [0, "tall"],
];

export function shapeOf(width, height) {
  const ratio = width / height;
  return SHAPES.find(([least]) => ratio >= least)?.[1] ?? "wide";
}

export function shapeIn(root) {
  const place = root.querySelector(".board .table")?.getBoundingClientRect();
  return place?.width && place.height ? shapeOf(place.width, place.height) : null;
}
