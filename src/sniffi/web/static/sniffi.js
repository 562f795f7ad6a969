// Begins everything. Every page works without it; it adds the live stream, keys, dragging, motion.
import { aimAll } from "./camera.js";
import { startFront } from "./front.js";
import { startHistory } from "./history.js";
import { startTable } from "./table.js";

const live = document.getElementById("live");
if (live) startTable(live);
else aimAll(document);
const then = document.getElementById("then");
if (then) startHistory(then);
const make = document.querySelector('form[action="/tables"]');
if (make) startFront(make);
