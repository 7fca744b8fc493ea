import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { Flame } from '../flame.js';
import { amounts, bytes, count, duration, number } from '../format.js';
import { now } from '../history.js';
import { Field, Notes, Panel, Table, Waiting, link, useQuery } from '../parts.js';
import { Stack } from '../stack.js';

const KINDS = [['', 'all'], ['worker', 'workers'], ['node', 'nodes'], ['program', 'programs'], ['warehouse', 'warehouses'], ['gateway', 'gateways']];

export function Units({ query }) {
  const [{ kind = '', node = '' }, change] = useQuery(query);
  const [stackOf, showStack] = useState(null);
  const [flameOf, showFlame] = useState(null);
  if (!now.status) return html`<${Waiting} state=${now} />`;
  const loads = new Map(now.load.units.map(each => [each.uid, each]));
  const machines = new Map(now.load.units.map(each => [each.node, each])); // all of one say the same of its network
  const rows = now.status.units
    .filter(each => (!kind || each.kind === kind) && (!node || each.node === node || each.uid === node))
    .map(each => ({ ...each, load: loads.get(each.uid), machine: each.kind === 'node' ? machines.get(each.uid) : null }));
  return html`
    <${Notes} error=${now.error} silent=${now.load.silent} />
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="Kind" value=${kind} choices=${KINDS} set=${value => change({ kind: value })} />
      <${Field} label="Node" value=${node} set=${value => change({ node: value })} />
    </form>
    <${Table} caption=${`${count(rows.length)} of ${count(now.status.units.length)} units`} rows=${rows} keyOf=${each => each.uid}
      empty="No unit is of that kind and node."
      columns=${[
        { name: 'Unit', of: each => each.uid },
        {
          name: 'Look into',
          of: each =>
            each.kind === 'worker' && html`
              <span class="actions">
                <button onClick=${() => showStack(each.uid)} aria-label=${`Stack of ${each.uid}`}>Stack</button>
                <button onClick=${() => showFlame(each.uid)} aria-label=${`Time of ${each.uid}`}>Time</button>
                <a href=${link('logs', { unit: each.uid })} aria-label=${`Logs of ${each.uid}`}>Logs</a>
                <a href=${link('tasks', { unit: each.uid })} aria-label=${`Calls in ${each.uid}`}>Calls</a>
              </span>`,
        },
        { name: 'Node', of: each => each.node },
        { name: 'Processors', of: each => (each.load ? number(each.load.cpus) : ''), number: true },
        { name: 'Heap', of: each => (each.load ? bytes(each.load.heapBytes) : ''), number: true },
        { name: 'Memory', of: each => (each.load?.residentBytes ? bytes(each.load.residentBytes) : ''), number: true },
        { name: 'Tesserae', of: each => (each.kind === 'worker' ? html`<a href=${link('tesserae', { unit: each.uid })}>${count(each.tesserae)}</a>` : ''), number: true },
        { name: 'Running', of: each => (each.kind === 'worker' ? count(each.running) : ''), number: true },
        { name: 'Queued', of: each => (each.kind === 'worker' ? count(each.queued) : ''), number: true },
        { name: 'In use', of: resources },
        { name: 'Devices busy', of: each => (Number.isFinite(each.load?.devicesBusy) ? `${number(100 * each.load.devicesBusy)} %` : ''), number: true },
        { name: 'Device time', of: each => (each.load?.devices.length ? `${duration(each.load.deviceBusySeconds)} of ${duration(each.load.deviceSeconds)}` : ''), number: true },
        { name: 'Received', of: each => perSecond(each.machine?.received), number: true },
        { name: 'Sent', of: each => perSecond(each.machine?.sent), number: true },
        { name: 'Up', of: each => (each.load ? duration(each.load.upSeconds) : ''), number: true },
      ]} />
    ${flameOf && html`<${Flame} uid=${flameOf} close=${() => showFlame(null)} />`}
    ${stackOf && html`
      <${Panel} title=${`Where the code of ${stackOf} is`} close=${() => showStack(null)}><${Stack} uid=${stackOf} /></${Panel}>`}`;
}

const perSecond = rate => (Number.isFinite(rate) ? `${bytes(Math.round(rate))}/s` : '');

const resources = unit =>
  unit.kind === 'node' ? `${amounts(unit.used) || 'nothing'} of ${amounts(unit.offered)}` : unit.gpus.length ? `GPU ${unit.gpus.join(', ')}` : '';
