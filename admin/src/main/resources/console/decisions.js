// SPDX-License-Identifier: Apache-2.0
// The page of decisions, brought up to date every two seconds: new rows come on top, figures change in place, and rows that are there
// stay the same elements, so that an opened one stays open and the focus where it was. The nodes of a choice come when it is opened.

const EVERY_MS = 2000;
const cards = document.getElementById('shadow-cards');
const list = document.querySelector('ol.choices');
const pause = document.getElementById('pause');
const given = new URLSearchParams(location.search);
const cluster = document.querySelector('select[name=cluster]').value;
const watched = 'watched' in list.dataset;
let timer = 0;

function address() {
  const query = new URLSearchParams({ cluster, after: list.firstElementChild?.dataset.at ?? '0' });
  for (const name of ['node', 'shadow']) {
    query.set(name, given.get(name) ?? '');
  }
  return `/console/decisions/watch?${query}`;
}

function texts(root) {
  return new Map([...root.querySelectorAll('[data-t]')].map(each => [each.dataset.t, each]));
}

function put(element, fresh) {
  if (element instanceof HTMLMeterElement) {
    element.value = fresh.value;
  } else if (element.textContent !== fresh.textContent) {
    element.textContent = fresh.textContent;
  }
}

// Where the same things are shown only their texts change; else the cards are made again, but not under somebody's hands.
function show(fresh) {
  const next = texts(fresh);
  const now = texts(cards);
  const alike = next.size === now.size && [...next.keys()].every(key => now.has(key));
  if (alike && next.size > 0) {
    for (const [key, element] of next) {
      put(now.get(key), element);
    }
  } else if (next.size + now.size > 0 && !cards.contains(document.activeElement)) {
    cards.replaceChildren(...document.adoptNode(fresh).childNodes);
  }
}

function add(rows) {
  const known = new Set([...list.children].map(each => each.dataset.key));
  list.prepend(...rows.filter(row => !known.has(row.dataset.key)).map(row => document.adoptNode(row)));
  const most = Number(list.dataset.most);
  for (const row of [...list.children].slice(most)) {
    if (!row.querySelector('details[open]') && !row.contains(document.activeElement)) {
      row.remove();
    }
  }
}

async function unfold(details) {
  const link = details.querySelector(':scope > p > a');
  if (!details.open || !link) {
    return;
  }
  const answer = await fetch(link.href, { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const nodes = page.getElementById('choice');
  if (nodes) {
    link.parentElement.replaceWith(...document.adoptNode(nodes).childNodes);
  } else {
    link.parentElement.textContent = 'This choice is no longer recorded.';
  }
}

async function look() {
  try {
    const answer = await fetch(address(), { headers: { Accept: 'text/html' } });
    if (answer.redirected) {
      location.reload();
      return;
    }
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const rows = [...page.querySelectorAll('ol.choices > li')];
      if (list.hidden && rows.length > 0 && !document.querySelector('input:focus, select:focus')) {
        location.reload();
        return;
      }
      const shown = document.querySelector('[data-t=shown]');
      if (shown) {
        put(shown, page.querySelector('[data-t=shown]'));
      }
      show(page.getElementById('shadow-cards'));
      add(rows);
      document.dispatchEvent(new Event('htmx:afterSettle'));
    }
  } catch {
    // The dispatcher is not reached now; the next time may be better.
  }
  plan();
}

function plan() {
  clearTimeout(timer);
  if (watched && !document.hidden && pause?.getAttribute('aria-pressed') !== 'true') {
    timer = setTimeout(look, EVERY_MS);
  }
}

list.addEventListener('toggle', event => unfold(event.target).catch(() => {}), true);
if (pause) {
  pause.hidden = false;
  pause.addEventListener('click', () => {
    const pressed = pause.getAttribute('aria-pressed') !== 'true';
    pause.setAttribute('aria-pressed', String(pressed));
    plan();
  });
}
document.addEventListener('visibilitychange', plan);
plan();
