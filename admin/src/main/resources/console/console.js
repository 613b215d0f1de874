// SPDX-License-Identifier: Apache-2.0
// Live texts, times in the browser's zone and sparklines. Text only ever becomes text: nothing that comes from the server is read as HTML.

const SPARK_POINTS = 60;
const ORDER_EVERY = 10;
const query = document.body.dataset.live;
const live = document.getElementById('live');
const sparks = new Map();
const shapes = new Map();
let places = null;
let stream = null;
let ticks = 0;

function localTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    time.textContent = today ? at.toLocaleTimeString() : at.toLocaleString();
    time.title = at.toISOString();
  }
}

function index() {
  places = new Map();
  for (const element of document.querySelectorAll('[data-k]')) {
    const list = places.get(element.dataset.k);
    if (list) {
      list.push(element);
    } else {
      places.set(element.dataset.k, [element]);
    }
  }
  for (const svg of document.querySelectorAll('[data-spark]')) {
    const place = document.querySelector(`[data-k="${CSS.escape(svg.dataset.spark)}"]`);
    sparks.set(svg.dataset.spark, { line: svg.firstElementChild, place, values: [] });
  }
}

function put(element, text) {
  if (element.dataset.as === 'stale') {
    element.dataset.stale = text;
  } else if (element.dataset.as === 'value') {
    element.value = text === '' ? 0 : Number(text);
  } else if (element.textContent !== text) {
    element.textContent = text;
    if ('state' in element.dataset) {
      element.dataset.state = text;
    }
  }
}

function draw() {
  for (const spark of sparks.values()) {
    const value = Number((spark.place?.textContent ?? '').replaceAll(',', ''));
    if (Number.isNaN(value)) {
      continue;
    }
    spark.values.push(value);
    if (spark.values.length > SPARK_POINTS) {
      spark.values.shift();
    }
    const most = Math.max(1, ...spark.values);
    const first = SPARK_POINTS - spark.values.length;
    spark.line.setAttribute('points', spark.values
      .map((each, i) => `${((first + i) / (SPARK_POINTS - 1) * 120).toFixed(1)},${(26 - each / most * 24).toFixed(1)}`)
      .join(' '));
  }
}

function order() {
  const list = document.querySelector('[data-order]');
  if (!list || list.contains(document.activeElement) || list.matches(':hover')) {
    return;
  }
  const load = card => card.querySelector('meter').value;
  const wanted = [...list.children].sort((one, other) => load(other) - load(one));
  if (wanted.some((card, i) => card !== list.children[i])) {
    list.append(...wanted);
  }
}

function say(text, on) {
  live.hidden = false;
  live.textContent = text;
  live.toggleAttribute('data-on', on);
}

function open() {
  if (stream || !query || document.hidden) {
    return;
  }
  stream = new EventSource(`/console/live?${query}`);
  stream.addEventListener('cells', event => {
    say('live', true);
    for (const [key, text] of Object.entries(JSON.parse(event.data))) {
      if (key.endsWith('/shape') && membersChanged(key, text)) {
        return;
      }
      for (const element of places.get(key) ?? []) {
        put(element, text);
      }
    }
    draw();
    if (++ticks % ORDER_EVERY === 0) {
      order();
    }
  });
  stream.addEventListener('end', () => { close(); location.reload(); });
  stream.addEventListener('gone', () => { close(); say('no longer there', false); });
  stream.addEventListener('full', () => { close(); say('too many open tabs', false); });
  stream.onerror = () => say('connection lost', false);
}

// Nodes joined or left: their rows are made by the server, so the page is asked for again, but not under somebody who types.
function membersChanged(key, text) {
  const before = shapes.get(key);
  shapes.set(key, text);
  if (before === undefined || before === text) {
    return false;
  }
  if (document.activeElement instanceof HTMLInputElement) {
    say('nodes changed, reload', false);
    return false;
  }
  close();
  location.reload();
  return true;
}

function close() {
  stream?.close();
  stream = null;
}

localTimes(document);
document.addEventListener('htmx:afterSettle', () => localTimes(document));
index();
open();
document.addEventListener('visibilitychange', () => document.hidden ? close() : open());
addEventListener('pagehide', close);
addEventListener('pageshow', open);
