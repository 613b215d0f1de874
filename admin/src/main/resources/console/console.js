// SPDX-License-Identifier: Apache-2.0
// Live texts, their age, times in the browser's zone and sparklines. What the stream says only ever becomes text; whole parts come as pages do.

const SPARK_POINTS = 60;
const SPARK_EVERY_MS = 5000;
const ORDER_EVERY_MS = 10000;
const STILL_MS = 3000;
// The stream says something each second; without it a page is old within three.
const OLD_MS = 2400;
const LOOK_MS = 400;
const REVIVE_MS = 2000;
const GLANCE_MS = 5000;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const DAY = { day: 'numeric', month: 'short', year: 'numeric', ...CLOCK };
const MARKS = ['stale', 'level', 'overload'];
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
let heardMs = performance.now();
let heardAt = new Date();
let shownMs = heardMs;
let revivedMs = 0;
let glancedMs = -GLANCE_MS;
let newsAt = heardAt;
// The reason for which no news comes: in the first case the browser tries again by itself, in the second nobody does.
let lost = '';
let over = '';

// A part of the page may say itself what it wants to hear of.
function query() {
  return document.querySelector('main [data-live]')?.dataset.live ?? document.body.dataset.live;
}

function clock(at) {
  const today = at.toDateString() === new Date().toDateString();
  return today ? at.toLocaleTimeString([], CLOCK) : at.toLocaleString([], DAY);
}

// Moments in a sentence of the server, by the clock of the reader.
function words(text) {
  return text.replace(MOMENT, moment => clock(new Date(moment)));
}

function localTimes(root) {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime);
    time.textContent = clock(at);
    time.title = at.toISOString();
  }
  for (const sentence of root.querySelectorAll('[data-as=words]')) {
    sentence.textContent = words(sentence.textContent);
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
    const top = svg.parentElement.querySelector('[data-most]');
    sparks.set(svg.dataset.spark, { line: svg.firstElementChild, place: places.get(svg.dataset.spark)?.[0], top, values });
  }
  sparks.forEach(draw);
}

function put(element, said) {
  const text = element.dataset.as === 'words' ? words(said) : said;
  if (MARKS.includes(element.dataset.as)) {
    element.dataset[element.dataset.as] = text;
  } else if (element.dataset.as === 'value') {
    element.value = text === '' ? 0 : Number(text);
  } else if (element.textContent !== text) {
    element.textContent = text;
    if ('state' in element.dataset) {
      element.dataset.state = text;
    }
  }
}

function fill(cells) {
  for (const [key, text] of Object.entries(cells)) {
    const elements = places.get(key);
    if (elements) {
      elements.forEach(element => put(element, text));
    } else {
      wanted.set(key, text);
    }
  }
}

function draw({ line, top, values }) {
  const most = Math.max(1, ...values);
  if (top) {
    top.textContent = Math.max(0, ...values).toLocaleString();
  }
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
  const work = card => Number(card.querySelector('data').value);
  const sorted = [...list.children].sort((one, other) => work(other) - work(one));
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
  entitle();
  if (stream && asked !== query()) {
    close();
  }
  open();
}

// The tab says what the line on top says, unless all is well; and never more than is known.
function entitle() {
  const line = document.getElementById('health');
  if (!line) {
    return;
  }
  const old = document.body.hasAttribute('data-old');
  const news = old ? `no news since ${clock(newsAt)}` : line.parentElement.dataset.level === 'ok' ? '' : line.textContent;
  const title = news === '' ? document.body.dataset.title : `${news} · ${document.body.dataset.title}`;
  if (document.title !== title) {
    document.title = title;
  }
}

function say(text, on) {
  live.hidden = false;
  if (live.textContent !== text) {
    live.textContent = text;
  }
  live.toggleAttribute('data-on', on);
  document.body.toggleAttribute('data-old', !on);
  document.getElementById('old').hidden = on;
  entitle();
}

function heard() {
  heardMs = performance.now();
  heardAt = new Date();
  newsAt = heardAt;
  lost = '';
  say('live', true);
}

function age(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

// Nobody looks at the page, but the tab still shows its title: the line on top is asked for alone.
async function glance() {
  let old = true;
  try {
    const answer = await fetch('/console/health', { redirect: 'error' });
    if (answer.ok) {
      fill(await answer.json());
      newsAt = new Date();
      old = false;
    }
  } catch {
    // the title says since when there is no news
  }
  if (document.hidden) {
    document.body.toggleAttribute('data-old', old);
    entitle();
  }
}

// A stream that says nothing is as bad as one that has ended: the dispatcher may have been stopped.
function look() {
  const nowMs = performance.now();
  if (asked && document.hidden && nowMs - glancedMs > GLANCE_MS) {
    glancedMs = nowMs;
    glance();
  }
  if (!asked || document.hidden) {
    return;
  }
  const silent = nowMs - Math.max(heardMs, shownMs) > OLD_MS;
  if (over === '' && stream?.readyState === EventSource.CLOSED && nowMs - revivedMs > REVIVE_MS) {
    revivedMs = nowMs;
    revive().catch(() => {});
  }
  const why = over || lost || (silent ? 'no news' : '');
  if (why !== '') {
    const text = `${why}, ${age(nowMs - heardMs)} old`;
    document.getElementById('old').textContent = `Everything below is ${age(nowMs - heardMs)} old, of ${clock(heardAt)}.`;
    say(text, false);
  }
}

// The browser gives a stream up for good when it was refused; a dispatcher that has just started refuses sessions it does not know.
async function revive() {
  const answer = await fetch('/console/live', { headers: { Accept: 'text/event-stream' }, redirect: 'error' });
  if (answer.status === 401) {
    leave();
  } else if (answer.ok) {
    close();
    open();
  }
}

// The session is over. A page into which something was typed stays.
function leave() {
  close();
  const fields = [...document.querySelectorAll('main form[method=post] :is(input, textarea)')];
  if (fields.some(field => field.value !== field.defaultValue)) {
    over = 'signed out';
  } else {
    location.reload();
  }
}

function open() {
  asked = query();
  if (stream || !asked || document.hidden) {
    return;
  }
  wanted.clear();
  over = '';
  shownMs = performance.now();
  stream = new EventSource(`/console/live?${asked}`);
  stream.addEventListener('cells', event => {
    fill(JSON.parse(event.data));
    heard();
    const nowMs = performance.now();
    grow(nowMs);
    order(nowMs);
    for (const part of document.querySelectorAll('[data-version-key]')) {
      renew(part, nowMs).catch(() => { lost = 'connection lost'; });
    }
  });
  stream.addEventListener('end', leave);
  stream.addEventListener('gone', () => { close(); over = 'no longer there'; look(); });
  stream.addEventListener('full', () => { close(); over = 'too many open tabs'; look(); });
  stream.onerror = () => { lost = 'connection lost'; look(); };
}

function close() {
  stream?.close();
  stream = null;
}

// On a narrow screen the menu scrolls; the present page is in sight.
for (const here of document.querySelectorAll('.top nav [aria-current]')) {
  here.closest('nav').scrollLeft = here.offsetLeft - here.closest('nav').offsetLeft - 40;
}
settle();
if (live) {
  setInterval(look, LOOK_MS);
}
document.addEventListener('htmx:afterSettle', settle);
document.addEventListener('visibilitychange', () => document.hidden ? close() : open());
addEventListener('pointermove', () => { movedMs = performance.now(); }, { passive: true });
addEventListener('pagehide', close);
addEventListener('pageshow', open);
