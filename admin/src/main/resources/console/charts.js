// SPDX-License-Identifier: Apache-2.0
// Graphs of the past of a node, a cluster or the dispatcher, one for each chart of the chosen figures, with a shared cursor. Tooltips are drawn, so that no name becomes HTML.

const TOGETHER = 'past';
const TABLE_ROWS = 120;
const DASHES = ['solid', 'dashed', 'dotted'];
// Charts that say nothing while all is well: they come when there is something.
const MAY_REST = new Set(['Queue', 'Retries', 'Active sessions', 'Sessions', 'TCP trouble', 'Disk queue', 'Accept queue', 'Paging']);
// Figures that have a page of their own.
const APART = 'cache';
const LEGEND_PX = 270;
const PLOT_PX = 180;
const SWATCH_PX = 44;
const SHARE = 'TAP_SHARE_GOT%';
const MOMENT = { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };
const LIGHT = ['#0b6078', '#b3470a', '#5b3fa0', '#14703c', '#a3195b', '#6b5900', '#2f5fd0', '#7a4a2b', '#64717a'];
const DARK = ['#6cc5dc', '#ffab70', '#c3b1ff', '#6fd497', '#ff9ac8', '#e0cc5c', '#8fb4ff', '#d3a487', '#a9b6be'];
const EVERY_S = { '10m': 5, '60m': 15, '1d': 60, '1w': 300, '1y': 3600 };
const SAYS = { '10m': '10 minutes', '60m': '60 minutes', '1d': 'day', '1w': 'week', '1y': 'year' };

const section = document.getElementById('past');
const form = section.querySelector('form');
const status = section.querySelector('[role=status]');
const place = section.querySelector('.graphs');
const dark = matchMedia('(prefers-color-scheme: dark)');
const still = matchMedia('(prefers-reduced-motion: reduce)');
const scope = Object.entries({ ...section.dataset }).filter(([name, value]) => ['cluster', 'node'].includes(name) && value !== '');
const isCluster = section.dataset.cluster !== '' && section.dataset.node === '';
const figures = new Map();
let charts = [];
let metrics = null;
let last = null;
let timer = 0;
let resized = 0;
let asked = 0;

async function ask(path, more) {
  const query = new URLSearchParams(scope);
  Object.entries(more).forEach(([name, value]) => value === undefined || query.set(name, value));
  const answer = await fetch(`/api/v1/${path}?${query}`, { headers: { Accept: 'application/json' } });
  const body = await answer.json();
  if (!answer.ok) {
    throw new Error(body.reason ? `${body.reason}. ${body.remedy ?? ''}` : `status ${answer.status}`);
  }
  return body;
}

function say(text) {
  if (status.textContent !== text) {
    status.textContent = text;
  }
}

function short(value) {
  return value === null || value === undefined ? '–' : Number(value.toPrecision(4)).toLocaleString([], { maximumSignificantDigits: 4 });
}

const pen = document.createElement('canvas').getContext('2d');

/** The width of a text in a legend, in pixels. */
function widthOf(text) {
  pen.font = '12px system-ui, sans-serif';
  return pen.measureText(text).width;
}

function at(ms) {
  return new Date(ms).toLocaleString([], MOMENT);
}

async function load() {
  clearTimeout(timer);
  const mine = ++asked;
  const { group, range } = Object.fromEntries(new FormData(form));
  try {
    metrics ??= await ask('history/metrics', {});
    const [series, nodes] = await Promise.all([ask('history', { group, range }), isCluster ? shares(range) : null]);
    if (mine !== asked) {
      return;
    }
    last = { group, range, series, nodes };
    show();
  } catch (error) {
    if (mine === asked) {
      say(`No graphs: ${error.message}`);
    }
  }
  if (mine === asked && !document.hidden) {
    timer = setTimeout(load, EVERY_S[range] * 1000);
  }
}

/** What each node got of a cluster's tasks; nothing is kept of the nodes of an empty cluster, or yet. */
async function shares(range) {
  return ask('history/nodes', { range, metrics: SHARE }).catch(() => null);
}

/** The nodes' shares one upon the other, and what is left for those that have no line of their own. */
function stack({ nodes, others, times }) {
  const lines = Object.entries(nodes).map(([title, line]) => ({ ...line, title, unit: '%', stacked: true }));
  if (others > 0) {
    const left = which => times.map((_, i) => lines.every(line => line[which][i] === null)
      ? null : Math.max(0, 100 - lines.reduce((sum, line) => sum + (line[which][i] ?? 0), 0)));
    const average = left('average');
    lines.push({ title: `${others} others`, unit: '%', stacked: true, average, max: average });
  }
  return lines.filter(line => line.average.some(value => value !== null));
}

/** The charts that have something to draw, each with its metrics; and the titles of figures the node does not offer. */
function split({ group, series, nodes }) {
  const drawn = new Map();
  const absent = [];
  for (const metric of metrics.filter(each => group === undefined ? each.group !== APART : each.group === group)) {
    const line = series.metrics[metric.name];
    if (line.average.some(value => value !== null)) {
      drawn.set(metric.chart, [...(drawn.get(metric.chart) ?? []), { ...metric, ...line }]);
    } else {
      absent.push(metric.title);
    }
  }
  const lines = nodes ? stack(nodes) : [];
  if (lines.length > 0) {
    drawn.set('Share of tasks by node', lines);
  }
  const quiet = [...drawn].filter(([title, lines]) => MAY_REST.has(title) && lines.every(line => line.max.every(value => !value))).map(([title]) => title);
  quiet.forEach(title => drawn.delete(title));
  return { drawn, absent, quiet };
}

function show() {
  const { drawn, absent, quiet } = split(last);
  const asTable = form.elements.table.checked;
  const key = [...drawn.keys(), asTable].join('|');
  if (place.dataset.key !== key) {
    place.dataset.key = key;
    charts.forEach(chart => chart.dispose());
    charts = [];
    figures.clear();
    place.replaceChildren(...[...drawn].map(([title, lines]) => figure(title, lines[0].unit, asTable)));
  }
  for (const [title, lines] of drawn) {
    asTable ? fill(figures.get(title), title, lines) : draw(figures.get(title), title, lines);
  }
  if (drawn.size === 0) {
    say(`Nothing is known of the last ${SAYS[last.range]} yet.`);
  } else {
    say(['Times are of your zone.',
      quiet.length === 0 ? '' : `Nothing but zero: ${quiet.join('; ')}.`,
      absent.length === 0 ? '' : `Not known: ${absent.join('; ')}.`].filter(text => text !== '').join(' '));
  }
}

function make(tag, text = '', marks = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  Object.entries(marks).forEach(([name, value]) => element.setAttribute(name, value));
  return element;
}

function figure(title, unit, asTable) {
  const outer = make('figure', '', { class: 'graph' });
  const heading = make('h3', title);
  heading.append(make('small', unit));
  const inner = make('div', '', asTable
    ? { class: 'rows', tabindex: '0', role: 'region', 'aria-label': `${title} as a table` }
    : { class: 'draw', role: 'img' });
  outer.append(heading, inner);
  figures.set(title, inner);
  return outer;
}

function fill(inner, title, lines) {
  const table = make('table');
  const head = make('tr');
  head.append(make('th', 'Until', { scope: 'col' }), ...lines.map(line => make('th', line.title, { scope: 'col' })));
  const thead = make('thead');
  thead.append(head);
  const body = make('tbody');
  const times = (lines[0].stacked ? last.nodes : last.series).times;
  for (let i = times.length - 1; i >= 0 && body.rows.length < TABLE_ROWS; i--) {
    if (lines.every(line => line.average[i] === null)) {
      continue;
    }
    const row = make('tr');
    row.append(make('th', at(times[i]), { scope: 'row' }));
    row.append(...lines.map(line => make('td', line.average[i] === line.max[i]
      ? short(line.average[i]) : `${short(line.average[i])} (max ${short(line.max[i])})`)));
    body.append(row);
  }
  table.append(make('caption', `The newest ${body.rows.length} means`), thead, body);
  const top = inner.scrollTop;
  inner.replaceChildren(table);
  inner.scrollTop = top;
}

function draw(inner, title, lines) {
  let chart = echarts.getInstanceByDom(inner);
  if (!chart) {
    chart = echarts.init(inner, null, { renderer: 'canvas' });
    chart.group = TOGETHER;
    charts.push(chart);
    echarts.connect(TOGETHER);
    inner.tabIndex = -1;
  }
  const now = lines.map(line => `${line.title} ${short(line.average.findLast(value => value !== null))}`).join(', ');
  inner.setAttribute('aria-label', `Graph of ${title}, the last ${SAYS[last.range]}; newest: ${now} ${lines[0].unit}`);
  const style = getComputedStyle(document.body);
  const [text, soft, rule, card] = ['--text', '--soft', '--line', '--card'].map(name => style.getPropertyValue(name).trim());
  const newest = new Map(lines.map(line => [line.title, short(line.average.findLast(value => value !== null))]));
  const beside = Math.max(1, Math.floor(inner.clientWidth / LEGEND_PX));
  const named = name => `${name}  ${newest.get(name)} ${lines[0].unit}`.trim();
  // one below the other, a name that is too long for the graph gets a second line
  const room = Math.max(100, inner.clientWidth - SWATCH_PX);
  const isList = beside === 1 || lines.length === 1;
  const rows = isList ? lines.reduce((sum, line) => sum + Math.ceil(widthOf(named(line.title)) / room), 0) : Math.ceil(lines.length / beside);
  inner.style.height = `${PLOT_PX + 22 * Math.max(2, rows)}px`;
  chart.resize();
  // lines that lie upon each other can all be seen: the first is broad and pale, the last narrow
  const broad = i => lines[0].stacked ? 1 : 1.6 + (lines.length - 1 - i) * Math.min(1.6, 6 / lines.length);
  const { times, stepMs } = lines[0].stacked ? last.nodes : last.series;
  chart.setOption({
    animation: false,
    color: dark.matches ? DARK : LIGHT,
    textStyle: { color: text, fontFamily: 'system-ui, sans-serif' },
    grid: { left: 8, right: 14, top: 14, bottom: 14 + 22 * rows, containLabel: true },
    legend: { bottom: 0, type: 'plain', orient: isList ? 'vertical' : 'horizontal', left: isList ? 0 : 'center', itemGap: 8,
      formatter: named, itemWidth: 28, ...(lines[0].stacked ? { icon: 'rect', itemHeight: 8 } : { itemStyle: { opacity: 0 } }),
      textStyle: { color: text, ...(isList ? { width: room, overflow: 'break', lineHeight: 15 } : {}) } },
    xAxis: {
      type: 'time', min: times[0] - stepMs, max: times.at(-1),
      axisLabel: { color: soft, hideOverlap: true }, axisLine: { lineStyle: { color: rule } },
    },
    yAxis: { type: 'value', min: 0, max: lines[0].stacked ? 100 : null, minInterval: lines.every(line => line.max.every(value => value === null || Number.isInteger(value))) ? 1 : 0, axisLabel: { color: soft, formatter: short }, splitLine: { lineStyle: { color: rule } } },
    tooltip: {
      trigger: 'axis', renderMode: 'richText', confine: true, transitionDuration: still.matches ? 0 : 0.2,
      backgroundColor: card, borderColor: rule, textStyle: { color: text, fontSize: 12 },
      formatter: points => [at(points[0].axisValue), ...points.map(point => {
        const line = lines[point.seriesIndex];
        const max = line.max[point.dataIndex];
        const top = max === undefined || max === point.value[1] ? '' : `, max ${short(max)}`;
        return `${line.title}: ${short(point.value[1])}${top} ${line.unit}`;
      })].join('\n'),
    },
    series: lines.map((line, i) => ({
      name: line.title, type: 'line', showSymbol: false, connectNulls: false,
      ...(line.stacked ? { stack: 'all', areaStyle: { opacity: 0.55 } } : {}),
      lineStyle: line.stacked ? { width: 1 } : { width: broad(i), opacity: i < lines.length - 1 ? 0.6 : 1, type: lines.length > 3 ? 'solid' : DASHES[i % DASHES.length] },
      data: times.map((time, point) => [time, line.average[point]]),
    })),
  }, { notMerge: true });
}

form.addEventListener('change', event => event.target.name === 'table' ? last && show() : load());
form.addEventListener('submit', event => event.preventDefault());
dark.addEventListener('change', () => last && show());
// a phone that is turned has room for other legends
addEventListener('resize', () => {
  clearTimeout(resized);
  resized = setTimeout(() => last && show(), 100);
});
document.addEventListener('visibilitychange', () => document.hidden ? clearTimeout(timer) : load());
say('Loading.');
load();
