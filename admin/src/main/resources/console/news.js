// SPDX-License-Identifier: Apache-2.0
// Tells those who hear the page what those who see it see at a glance: a node's state, the line on top, a lost connection. At most once in five seconds.

const EVERY_MS = 5000;
const MOST = 5;
const news = document.getElementById('news');
const live = document.getElementById('live');
const waiting = new Map();
let said = -EVERY_MS;
let timer = 0;
let connected = true;

function tell() {
  timer = 0;
  const all = [...waiting.values()];
  waiting.clear();
  const more = all.length > MOST ? `, and ${all.length - MOST} more` : '';
  news.textContent = all.slice(0, MOST).join(', ') + more;
  said = performance.now();
}

function add(key, text) {
  waiting.set(key, text);
  timer ||= setTimeout(tell, Math.max(0, said + EVERY_MS - performance.now()));
}

function name(element) {
  const label = element.closest('tr, li')?.querySelector('th a, h3 a') ?? document.querySelector('h1');
  return label?.firstChild.textContent.trim() ?? '';
}

new MutationObserver(changes => {
  for (const { target, oldValue } of changes) {
    // of clusters the line on top says it
    const ofNode = target.dataset.k && !target.dataset.k.startsWith('cluster/');
    if (ofNode && oldValue !== target.dataset.state) {
      add(target.dataset.k, `${name(target)} is ${target.dataset.state}`);
    }
  }
}).observe(document.body, { subtree: true, attributeFilter: ['data-state'], attributeOldValue: true });

const health = document.getElementById('health');
if (health) {
  new MutationObserver(() => add('health', health.textContent)).observe(health, { childList: true, characterData: true, subtree: true });
}

if (live) {
  new MutationObserver(() => {
    const now = live.hasAttribute('data-on');
    if (now !== connected) {
      connected = now;
      add('live', live.textContent);
    }
  }).observe(live, { childList: true, characterData: true, attributes: true, subtree: true });
}
