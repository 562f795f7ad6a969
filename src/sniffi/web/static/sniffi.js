// Begins everything. Every page works without it; it adds the live stream, keys, dragging, motion.
import { startTable } from "./table.js";
import { startFront } from "./front.js";

const live = document.getElementById("live");
if (live) startTable(live);
const make = document.querySelector('form[action="/tables"]');
if (make) startFront(make);
