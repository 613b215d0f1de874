// SPDX-License-Identifier: Apache-2.0
// Live texts, times in the browser's zone and sparklines. What the stream says only ever becomes text; whole parts come as pages do.

const SPARK_POINTS = 60;
const SPARK_EVERY_MS = 5000;
const ORDER_EVERY_MS = 10000;
const STILL_MS = 3000;
const live = document.getElementById('live');
const sparks = new Map();
const wanted = new Map();
const renewed = new Map();
let places = new Map();
let stream = null;
let asked = '';
let movedMs = -STILL_MS;
let drawnMs = 0;
let orderedMs = 0;

// A part of the page may say itself what it wants to hear of.
function query() {
  return document.querySelector('main [data-live]')?.dataset.live ?? document.body.dataset.live;
}

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
  sparks.clear();
  for (const svg of document.querySelectorAll('[data-spark]')) {
    const values = svg.dataset.values === '' ? [] : svg.dataset.values.split(' ').map(Number);
    sparks.set(svg.dataset.spark, { line: svg.firstElementChild, place: places.get(svg.dataset.spark)?.[0], values });
  }
  sparks.forEach(draw);
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

function draw({ line, values }) {
  const most = Math.max(1, ...values);
  const first = SPARK_POINTS - values.length;
  line.setAttribute('points', values
    .map((each, i) => `${((first + i) / (SPARK_POINTS - 1) * 120).toFixed(1)},${(26 - each / most * 24).toFixed(1)}`)
    .join(' '));
}

// As the server does it: a point for every five seconds, five minutes in all.
function grow(nowMs) {
  if (nowMs - drawnMs < SPARK_EVERY_MS) {
    return;
  }
  drawnMs = nowMs;
  for (const spark of sparks.values()) {
    const value = Number((spark.place?.textContent ?? '').replaceAll(',', ''));
    if (Number.isNaN(value)) {
      continue;
    }
    spark.values.push(value);
    if (spark.values.length > SPARK_POINTS) {
      spark.values.shift();
    }
    draw(spark);
  }
}

// Nothing moves under who reads it by keyboard, or is about to click.
function isBusy(part, nowMs) {
  return part.contains(document.activeElement) || (part.matches(':hover') && nowMs - movedMs < STILL_MS);
}

function order(nowMs) {
  const list = document.querySelector('[data-order]');
  if (!list || nowMs - orderedMs < ORDER_EVERY_MS || isBusy(list, nowMs)) {
    return;
  }
  orderedMs = nowMs;
  const load = card => card.querySelector('meter').value;
  const sorted = [...list.children].sort((one, other) => load(other) - load(one));
  if (sorted.some((card, i) => card !== list.children[i])) {
    list.append(...sorted);
  }
}

// A part whose rows would be others now is asked for again, as a page; its markup is the server's, with every text escaped.
async function renew(part, nowMs) {
  const every = Number(part.dataset.every ?? 10) * 1000;
  const version = wanted.get(part.dataset.versionKey) ?? part.dataset.version;
  if (part.dataset.version === version || nowMs - (renewed.get(part.id) ?? -every) < every || isBusy(part, nowMs)) {
    return;
  }
  renewed.set(part.id, nowMs);
  const answer = await fetch(part.dataset.from ?? location.href, { redirect: 'error' });
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById(part.id);
  if (fresh && part.isConnected && !isBusy(part, performance.now())) {
    const left = part.querySelector('.scroll')?.scrollLeft ?? 0;
    const before = [...places.keys()].sort().join();
    part.replaceWith(fresh);
    fresh.querySelector('.scroll')?.scrollTo(left, 0);
    localTimes(fresh);
    index();
    // the stream keeps to the rows that it began with
    if ([...places.keys()].sort().join() !== before) {
      close();
      open();
    }
  }
}

function settle() {
  localTimes(document);
  index();
  if (stream && asked !== query()) {
    close();
  }
  open();
}

function say(text, on) {
  live.hidden = false;
  live.textContent = text;
  live.toggleAttribute('data-on', on);
}

function open() {
  asked = query();
  if (stream || !asked || document.hidden) {
    return;
  }
  wanted.clear();
  stream = new EventSource(`/console/live?${asked}`);
  stream.addEventListener('cells', event => {
    say('live', true);
    for (const [key, text] of Object.entries(JSON.parse(event.data))) {
      const elements = places.get(key);
      if (elements) {
        elements.forEach(element => put(element, text));
      } else {
        wanted.set(key, text);
      }
    }
    const nowMs = performance.now();
    grow(nowMs);
    order(nowMs);
    for (const part of document.querySelectorAll('[data-version-key]')) {
      renew(part, nowMs).catch(() => say('connection lost', false));
    }
  });
  stream.addEventListener('end', () => { close(); location.reload(); });
  stream.addEventListener('gone', () => { close(); say('no longer there', false); });
  stream.addEventListener('full', () => { close(); say('too many open tabs', false); });
  stream.onerror = () => say('connection lost', false);
}

function close() {
  stream?.close();
  stream = null;
}

settle();
document.addEventListener('htmx:afterSettle', settle);
document.addEventListener('visibilitychange', () => document.hidden ? close() : open());
addEventListener('pointermove', () => { movedMs = performance.now(); }, { passive: true });
addEventListener('pagehide', close);
addEventListener('pageshow', open);
