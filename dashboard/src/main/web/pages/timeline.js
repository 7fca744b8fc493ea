import { html } from 'htm/preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { read } from '../calls.js';
import { colour } from '../chart.js';
import { count, duration } from '../format.js';
import { now } from '../history.js';
import { Field, Notes, Waiting, useQuery } from '../parts.js';
import { Task } from './tasks.js';

const SPANS = [['60', 'the last minute'], ['600', 'the last 10 minutes'], ['3600', 'the last hour'], ['all', 'all that is remembered']];
const ROW = 16;
const GAP = 10;
const TOP = 24;
const LEFT = 110;
const SHADES = 6;

/** Which calls ran when in which worker, from hours to microseconds. */
export function Timeline({ query }) {
  const [{ span = '600', unit = '' }, change] = useQuery(query);
  const [known, know] = useState({ lanes: [], count: 0, isAll: false, displaced: 0, error: null });
  const [round, again] = useState(0);
  const [shown, show] = useState(null);
  const isThere = now.status != null;
  useEffect(() => {
    if (!isThere) return undefined;
    const stop = new AbortController();
    const all = now.status.units.filter(each => each.kind === 'worker').map(each => each.uid);
    const since = span === 'all' ? '' : new Date(Date.now() - Number(span) * 1000).toISOString();
    know({ lanes: [], count: 0, isAll: false, displaced: 0, error: null });
    read(unit ? [unit] : all, since, stop.signal, (lanes, count, isAll, displaced) => {
      if (!stop.signal.aborted) know({ lanes, count, isAll, displaced, error: null });
    }).catch(e => !stop.signal.aborted && know(before => ({ ...before, isAll: true, error: e.message })));
    return () => stop.abort();
  }, [span, unit, round, isThere]);
  if (!isThere) return html`<${Waiting} state=${now} />`;
  const workers = now.status.units.filter(each => each.kind === 'worker').map(each => [each.uid, each.uid]);
  return html`
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="Of" value=${span} choices=${SPANS} set=${value => change({ span: value })} />
      <${Field} label="Worker" value=${unit} choices=${[['', 'all'], ...workers]} set=${value => change({ unit: value })} />
      <button type="button" onClick=${() => again(round + 1)}>Read again</button>
    </form>
    <${Notes} error=${known.error}
      more=${known.displaced > 0 && `${count(known.displaced)} calls that ended before are remembered no more.`} />
    <p class="note" role="status">${count(known.count)} calls ${known.isAll ? 'are shown.' : 'are read so far …'}</p>
    ${known.lanes.some(each => each.calls.length > 0)
      ? html`<${Drawing} key=${`${span} ${unit} ${round}`} lanes=${known.lanes} pick=${show} />`
      : known.isAll && html`<p class="empty">No call has run in that time. Choose a longer one.</p>`}
    ${shown && html`<${Task} task=${shown} close=${() => show(null)} />`}`;
}

/** The first call that ends behind that time. Rows overlap, so some before it may reach into the window; they are drawn from further back. */
function firstOf(calls, from) {
  let low = 0;
  let high = calls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle].end < from) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 64);
}

function extent(lanes) {
  let from = Infinity;
  let to = -Infinity;
  for (const lane of lanes) {
    for (const call of lane.calls) {
      if (call.start < from) from = call.start;
      if (call.end > to) to = call.end;
    }
  }
  const room = Math.max(10, (to - from) * 0.02);
  return [from - room, to + room];
}

/** A step of 1, 2 or 5 of a power of ten, in microseconds, of which some eight fit. */
function step(span) {
  const power = 10 ** Math.floor(Math.log10(span / 8));
  return [1, 2, 5, 10].map(each => each * power).find(each => each >= span / 8);
}

function Drawing({ lanes, pick }) {
  const canvas = useRef(null);
  const [view, setView] = useState(null);
  const [at, point] = useState(null);
  const [width, setWidth] = useState(0);
  const all = useMemo(() => extent(lanes), [lanes]);
  const names = useMemo(() => {
    const seen = new Map();
    for (const lane of lanes) for (const call of lane.calls) seen.set(call.task.name, (seen.get(call.task.name) ?? 0) + 1);
    return new Map([...seen].sort((a, b) => b[1] - a[1]).map(([name], i) => [name, i]));
  }, [lanes]);
  const [from, to] = view ?? all;
  const height = TOP + lanes.reduce((sum, lane) => sum + lane.rows * ROW + GAP, 0);
  const scale = Math.max(1, width - LEFT) / (to - from);

  useEffect(() => {
    const sizes = new ResizeObserver(() => setWidth(canvas.current?.clientWidth ?? 0));
    sizes.observe(canvas.current);
    return () => sizes.disconnect();
  }, []);

  useEffect(() => {
    if (width) draw(canvas.current, { lanes, names, from, to, width, height, scale });
  });

  const zoom = (factor, centre = (from + to) / 2) => {
    const span = Math.min(all[1] - all[0], Math.max(5, (to - from) * factor));
    const left = Math.min(all[1] - span, Math.max(all[0], centre - ((centre - from) / (to - from)) * span));
    setView([left, left + span]);
  };
  const move = part => {
    const by = Math.max(all[0] - from, Math.min(all[1] - to, (to - from) * part));
    setView([from + by, to + by]);
  };
  const timeOf = event => from + (event.offsetX - LEFT) / scale;
  const callAt = event => {
    let top = TOP;
    for (const lane of lanes) {
      const row = Math.floor((event.offsetY - top) / ROW);
      if (row >= 0 && row < lane.rows) {
        const time = timeOf(event);
        const near = 2 / scale;
        for (let i = firstOf(lane.calls, time - near); i < lane.calls.length && lane.calls[i].start <= time + near; i++) {
          const call = lane.calls[i];
          if (call.row === row && call.end >= time - near) return { ...call, uid: lane.uid };
        }
      }
      top += lane.rows * ROW + GAP;
    }
    return null;
  };
  const wheel = event => {
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, timeOf(event));
  };
  const keys = { ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), '+': () => zoom(0.5), '-': () => zoom(2), Home: () => setView(null) };
  const key = event => {
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  };
  const drag = event => {
    const begun = { x: event.clientX, from, to };
    let moved = false;
    const follow = later => {
      moved ||= Math.abs(later.clientX - begun.x) > 3;
      const by = Math.max(all[0] - begun.from, Math.min(all[1] - begun.to, (begun.x - later.clientX) / scale));
      if (moved) setView([begun.from + by, begun.to + by]);
    };
    const end = () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', end);
      const call = moved ? null : callAt(event);
      if (call) pick(call.task);
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', end);
  };
  const words = `${duration((to - from) / 1e6)} of ${lanes.length} workers`;
  return html`
    <p class="pages">
      <button onClick=${() => zoom(0.5)}>Zoom in</button> <button onClick=${() => zoom(2)}>Zoom out</button>
      <button onClick=${() => setView(null)}>All</button>
      <span class="note">${at ? `${at.task.name}, ${duration((at.end - at.start) / 1e6)}, ${at.uid}, ${at.task.state.toLowerCase()}` : `${words}. Wheel and + - zoom, arrows and dragging move.`}</span>
    </p>
    <canvas ref=${canvas} class="timeline" tabindex="0" role="img" aria-label=${`Calls over time: ${words}. The page Calls has them as a table.`}
      height=${height} onWheel=${wheel} onKeyDown=${key} onPointerDown=${drag}
      onPointerMove=${event => point(callAt(event))} onPointerLeave=${() => point(null)}></canvas>
    <ul class="legend">
      ${[...names].slice(0, SHADES).map(([name, i]) => html`<li><span class=${`swatch shade-${i}`} aria-hidden="true"></span> ${name}</li>`)}
      ${names.size > SHADES && html`<li><span class="swatch shade-rest" aria-hidden="true"></span> ${count(names.size - SHADES)} more methods</li>`}
      <li><span class="swatch shade-failed" aria-hidden="true"></span> failed</li>
    </ul>`;
}

function draw(canvas, { lanes, names, from, to, width, height, scale }) {
  const ratio = devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const on = canvas.getContext('2d');
  on.scale(ratio, ratio);
  on.clearRect(0, 0, width, height);
  on.font = '12px system-ui';
  on.textBaseline = 'middle';
  const ink = colour('--faint-ink');
  const rule = colour('--rule');
  const failed = colour('--bad');
  const shades = [...Array(SHADES).keys()].map(i => colour(`--shade-${i}`));
  const rest = colour('--shade-rest');

  const tick = step(to - from);
  const unit = tick >= 1e6 ? 1e6 : tick >= 1e3 ? 1e3 : 1;
  for (let time = Math.ceil(from / tick) * tick; time <= to; time += tick) {
    const x = LEFT + (time - from) * scale;
    on.fillStyle = rule;
    on.fillRect(Math.round(x), TOP - 6, 1, height);
    on.fillStyle = ink;
    on.fillText(label(time, unit, tick), x + 3, 10);
  }
  let top = TOP;
  for (const lane of lanes) {
    on.fillStyle = ink;
    on.fillText(lane.uid, 0, top + ROW / 2, LEFT - 8);
    const drawn = new Float64Array(lane.rows).fill(-1);
    for (let i = firstOf(lane.calls, from); i < lane.calls.length; i++) {
      const call = lane.calls[i];
      if (call.start > to) break;
      const x = Math.max(LEFT, LEFT + (call.start - from) * scale);
      const end = Math.min(width, LEFT + (call.end - from) * scale);
      const isFailed = call.task.state === 'FAILED';
      // What falls into a pixel that has something is not seen, unless it failed.
      if (end < LEFT || (end - drawn[call.row] < 0.5 && !isFailed)) continue;
      drawn[call.row] = Math.max(end, x + 0.5);
      const shade = names.get(call.task.name);
      on.fillStyle = isFailed ? failed : shade < SHADES ? shades[shade] : rest;
      const wide = end - x;
      on.fillRect(x, top + call.row * ROW + 1, wide > 3 ? wide - 1 : Math.max(1, wide), ROW - 2);
    }
    top += lane.rows * ROW + GAP;
  }
}

/** Seconds of the day where ticks are that far apart, else what is behind the second. */
function label(time, unit, tick) {
  const at = new Date(Math.floor(time / 1000));
  if (unit === 1e6) return tick >= 60e6 ? at.toLocaleTimeString('en-GB', { timeStyle: 'short' }) : at.toLocaleTimeString('en-GB');
  const behind = Math.round(((time % 1e6) + 1e6) % 1e6);
  return unit === 1e3 ? `:${String(at.getSeconds()).padStart(2, '0')}.${String(Math.round(behind / 1e3)).padStart(3, '0')}` : `.${String(behind).padStart(6, '0')}`;
}
