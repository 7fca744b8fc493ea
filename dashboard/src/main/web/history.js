// What the cluster did in the last quarter of an hour: one sample each two seconds while the pages are open.
import { access, json, live } from './api.js';

const EVERY_MS = 2000;
const MOST = 450;

const sum = (list, of) => list.reduce((all, each) => all + of(each), 0);

// One process may be several units.
const processes = units => [...new Map(units.map(each => [`${each.node} ${each.pid}`, each])).values()];

export const samples = [];
export const now = { load: null, status: null, error: null, at: 0 };
const listeners = new Set();

export function listen(told) {
  listeners.add(told);
  return () => listeners.delete(told);
}

function rates(load, before, seconds) {
  const ended = each => each.done + each.failed + each.upstreamFailed + each.cancelled;
  const known = new Map((before?.methods ?? []).map(each => [each.name, ended(each)]));
  return load.methods.map(each => {
    const perSecond = before ? Math.max(0, ended(each) - (known.get(each.name) ?? 0)) / seconds : NaN;
    return { ...each, ended: ended(each), perSecond };
  });
}

function between(units, before) {
  const known = new Map((before?.units ?? []).map(each => [each.uid, each]));
  return units.map(each => {
    const last = known.get(each.uid);
    const isSame = last && last.pid === each.pid && each.upSeconds > last.upSeconds;
    const perSecond = of => (isSame ? Math.max(0, of(each) - of(last)) / (each.upSeconds - last.upSeconds) : NaN);
    return {
      ...each,
      cpus: perSecond(unit => unit.cpuSeconds),
      received: perSecond(unit => unit.receivedBytes),
      sent: perSecond(unit => unit.sentBytes),
      devicesBusy: each.devices.length ? perSecond(unit => unit.deviceBusySeconds) / each.devices.length : NaN,
    };
  });
}

async function sample() {
  try {
    const [load, status] = await Promise.all([json('/v1/load'), json('/v1/status')]);
    const at = Date.now();
    const seconds = (at - now.at) / 1000;
    const isNext = now.load && seconds < 30;
    const units = between(load.units, isNext ? now.load : null);
    const methods = rates(load, isNext ? now.load : null, seconds);
    Object.assign(now, { load: { ...load, units, methods }, status, error: null, at });
    samples.push({
      at: at / 1000,
      perSecond: isNext ? sum(methods, each => each.perSecond) : null,
      running: sum(methods, each => each.running),
      queued: sum(methods, each => each.queued),
      cpus: isNext ? sum(processes(units), each => each.cpus || 0) : null,
      resident: sum(processes(units), each => each.residentBytes),
    });
    if (samples.length > MOST) samples.shift();
  } catch (e) {
    now.error = e.message;
  }
  tell();
}

const tell = () => listeners.forEach(told => told());

let timer;

/** From now on, beginning with one at once. */
export async function begin() {
  clearTimeout(timer);
  if (access.refused) tell();
  else if (!live.paused && !document.hidden) await sample();
  timer = setTimeout(begin, EVERY_MS);
}
