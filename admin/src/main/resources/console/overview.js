// SPDX-License-Identifier: Apache-2.0
// The pictures of the overview: the flow of work, drawn again as its figures change, and half an hour of each cluster.

const HALF_HOUR_EVERY_MS = 15000;
const MOST_CHARTS = 24;
const METRICS = { requests: 'TD_AVE_THROUGHPUT', failures: 'TD_AVE_FAIL_RQSTS', p99: 'TD_P99_RSPS_TIME' };
const LEAST_WIDTH = 0.02;
// Two lines for a place; with many of them one, so that none is written over another.
const ROW_PX = 50;
const GAP_PX = 32;
const FEW_ROWS = 8;
const SLIM_ROW_PX = 28;
const SLIM_GAP_PX = 16;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' };

const dark = matchMedia('(prefers-color-scheme: dark)');
let drawn = '';
let timer = 0;

function colours() {
  const style = getComputedStyle(document.body);
  return Object.fromEntries(['text', 'soft', 'line', 'card', 'accent', 'warn', 'bad'].map(name => [name, style.getPropertyValue(`--${name}`).trim()]));
}

function short(value) {
  return value === null || value === undefined ? '–' : Number(value.toPrecision(3)).toLocaleString([], { maximumSignificantDigits: 3 });
}

function chartIn(element) {
  return echarts.getInstanceByDom(element) ?? echarts.init(element, null, { renderer: 'canvas' });
}

function tooltip({ card, line, text }) {
  return { renderMode: 'richText', confine: true, backgroundColor: card, borderColor: line, textStyle: { color: text, fontSize: 12 } };
}

/** The figures of a place in words, for its label and its tooltip. */
function figures(place) {
  return [
    place.rate === null ? '' : `${short(place.rate)}/s`,
    place.inFlight ? `${place.inFlight} in flight` : '',
    place.waiting ? `${place.waiting} wait` : '',
  ].filter(text => text !== '').join(', ');
}

function drawFlow() {
  const text = document.querySelector('[data-k="all/flow"]')?.textContent;
  const scroll = document.getElementById('flow-scroll');
  if (!text || !scroll || document.hidden) {
    return;
  }
  const inner = scroll.firstElementChild;
  const isNew = scroll.hidden;
  // nothing moves under a pointer that reads it
  if (!isNew && (drawn === text || scroll.matches(':hover'))) {
    return;
  }
  drawn = text;
  const { places, links } = JSON.parse(text);
  const rows = Math.max(...[0, 1, 2, 3].map(column => places.filter(place => place.column === column).length));
  scroll.hidden = false;
  const slim = rows > FEW_ROWS;
  inner.style.height = `${Math.max(220, rows * (slim ? SLIM_ROW_PX : ROW_PX) + 40)}px`;
  const shade = colours();
  const level = { none: shade.accent, some: shade.warn, bad: shade.bad };
  const known = new Map(places.map(place => [place.key, place]));
  const most = Math.max(...places.map(place => place.rate ?? 0), 0);
  // what stands still keeps a line, so that it can be seen where work would go
  const width = rate => Math.max(rate ?? 0, most === 0 ? 1 : most * LEAST_WIDTH);
  const chart = chartIn(inner);
  chart.resize();
  chart.setOption({
    animation: false,
    textStyle: { color: shade.text, fontFamily: 'system-ui, sans-serif' },
    tooltip: {
      ...tooltip(shade), trigger: 'item',
      formatter: ({ dataType, data }) => dataType === 'edge'
        ? `${known.get(data.source).name} to ${known.get(data.target).name}: ${short(data.rate)} requests a second`
        : [known.get(data.name).name, figures(known.get(data.name)), known.get(data.name).words].filter(line => line !== '').join('\n'),
    },
    series: [{
      type: 'sankey', left: 8, right: slim ? 260 : 190, top: 20, bottom: 20, nodeWidth: 14, nodeGap: slim ? SLIM_GAP_PX : GAP_PX, layoutIterations: 0, draggable: false, silent: false,
      emphasis: { focus: 'adjacency' },
      label: {
        color: shade.text, fontSize: 12, width: slim ? 246 : 176, overflow: 'truncate', lineHeight: 15,
        formatter: ({ name }) => [known.get(name).name, known.get(name).words || figures(known.get(name))].join(slim ? '  ' : '\n'),
      },
      data: places.map(place => ({ name: place.key, depth: place.column, itemStyle: { color: level[place.trouble], borderWidth: 0 } })),
      links: links.map(link => ({
        source: link.from, target: link.to, rate: link.rate, value: width(link.rate),
        lineStyle: { color: level[known.get(link.to).trouble], opacity: link.rate ? 0.35 : 0.12, curveness: 0.5 },
      })),
    }],
  }, { notMerge: true });
  inner.setAttribute('aria-label', `Flow of requests; ${places.filter(place => place.trouble !== 'none').map(place => `${place.name}: ${place.words}`).join('; ') || 'no trouble'}; the table below has the same figures`);
  if (isNew) {
    chart.on('click', ({ dataType, data }) => {
      if (dataType === 'node') {
        location.assign(JSON.parse(drawn).places.find(place => place.key === data.name).address);
      }
    });
  }
}

async function halfHour(figure) {
  const query = new URLSearchParams({ cluster: figure.dataset.cluster, range: '30m', points: '180', metrics: Object.values(METRICS).join() });
  const answer = await fetch(`/api/v1/history?${query}`, { headers: { Accept: 'application/json' } });
  figure.hidden = !answer.ok;
  if (answer.ok) {
    drawHalfHour(figure.firstElementChild, figure.dataset.cluster, await answer.json());
  }
}

function drawHalfHour(inner, cluster, { times, stepMs, metrics }) {
  const shade = colours();
  const [requests, failures, p99] = Object.values(METRICS).map(name => metrics[name].average);
  const lines = [
    { name: 'Requests / s', data: requests, colour: shade.accent, type: 'solid', axis: 0, unit: '/s' },
    { name: 'Failures / s', data: failures, colour: shade.bad, type: 'solid', axis: 0, unit: '/s' },
    { name: 'p99, ms', data: p99, colour: shade.warn, type: 'dotted', axis: 1, unit: ' ms' },
  ];
  const now = lines.map(({ name, data }) => `${name} ${short(data.findLast(value => value !== null))}`).join(', ');
  inner.setAttribute('aria-label', `Requests, failures and p99 of ${cluster} in the last half hour; newest: ${now}`);
  const axis = { type: 'value', min: 0, splitNumber: 3, axisLabel: { color: shade.soft, formatter: short, fontSize: 11 }, nameTextStyle: { color: shade.soft, fontSize: 11 } };
  const chart = chartIn(inner);
  chart.resize();
  chart.setOption({
    animation: false,
    textStyle: { color: shade.text, fontFamily: 'system-ui, sans-serif' },
    grid: { left: 4, right: 4, top: 12, bottom: 28, containLabel: true },
    legend: { bottom: 0, icon: 'rect', itemWidth: 14, itemHeight: 3, textStyle: { color: shade.text, fontSize: 11 } },
    xAxis: {
      type: 'time', min: times[0] - stepMs, max: times.at(-1), splitNumber: 3,
      axisLabel: { color: shade.soft, fontSize: 11, hideOverlap: true, formatter: '{HH}:{mm}' }, axisLine: { lineStyle: { color: shade.line } },
    },
    yAxis: [
      { ...axis, axisLabel: { ...axis.axisLabel, formatter: value => `${short(value)}/s` }, splitLine: { lineStyle: { color: shade.line } } },
      { ...axis, axisLabel: { ...axis.axisLabel, formatter: value => `${short(value)} ms` }, splitLine: { show: false } },
    ],
    tooltip: {
      ...tooltip(shade), trigger: 'axis',
      formatter: points => [new Date(points[0].axisValue).toLocaleTimeString([], CLOCK),
        ...points.map(({ seriesIndex, value }) => `${lines[seriesIndex].name.replace(/[,/].*/, '').trim()}: ${short(value[1])}${lines[seriesIndex].unit}`)].join('\n'),
    },
    series: lines.map(({ name, data, colour, type, axis: side }) => ({
      name, type: 'line', yAxisIndex: side, showSymbol: false, connectNulls: false, color: colour, lineStyle: { width: 1.6, type },
      ...(side === 0 && type === 'solid' ? { areaStyle: { opacity: 0.12 } } : {}),
      data: times.map((time, point) => [time, data[point]]),
    })),
  }, { notMerge: true });
}

async function halfHours() {
  clearTimeout(timer);
  for (const figure of [...document.querySelectorAll('.half')].slice(0, MOST_CHARTS)) {
    if (document.hidden) {
      return;
    }
    await halfHour(figure).catch(() => { figure.hidden = true; });
  }
  timer = setTimeout(halfHours, HALF_HOUR_EVERY_MS);
}

function again() {
  drawn = '';
  drawFlow();
  halfHours();
}

setInterval(drawFlow, 1000);
dark.addEventListener('change', again);
addEventListener('resize', () => document.querySelectorAll('.flow .draw, .half .draw').forEach(inner => echarts.getInstanceByDom(inner)?.resize()));
document.addEventListener('visibilitychange', () => document.hidden ? clearTimeout(timer) : again());
again();
