import { html } from 'htm/preact';
import { usePage } from '../api.js';
import { Chart, STEPS } from '../chart.js';
import { amounts, bytes, count, duration, number } from '../format.js';
import { now, samples } from '../history.js';
import { Notes, Table, Tile, Waiting, link } from '../parts.js';

const sum = (list, of) => list.reduce((all, each) => all + of(each), 0);

export function Overview() {
  const objects = usePage('/v1/objects?limit=1', { every: 5000 });
  const { load, status, error, at } = now;
  if (!load) return html`<${Waiting} state=${{ error }} />`;
  const last = samples.at(-1);
  const offered = sum(status.units.filter(each => each.kind === 'node'), each => each.offered.cpus);
  const workers = status.units.filter(each => each.kind === 'worker').length;
  const failed = sum(load.methods, each => each.failed);
  const homeless = sum(status.demand, each => each.count);
  return html`
    <${Notes} error=${error} silent=${load.silent} />
    <dl class="tiles">
      <${Tile} name="Workers" value=${count(workers)} to=${link('units', { kind: 'worker' })} />
      <${Tile} name="Running calls" value=${count(last.running)} to=${link('tasks', { state: 'running' })} />
      <${Tile} name="Queued calls" value=${count(last.queued)} to=${link('tasks', { state: 'queued' })} />
      <${Tile} name="Without a place" value=${count(homeless)} to=${homeless ? link('tasks', { state: 'pending' }) : null} />
      <${Tile} name="Failed calls" value=${count(failed)} to=${link('errors')} />
      <${Tile} name="Processors in use" value=${number(last.cpus ?? NaN)} of=${offered ? number(offered) : null} />
    </dl>
    <div class="charts">
      <${Chart} title="Calls that ended, per second" samples=${samples} at=${at} of=${each => each.perSecond} words=${number} />
      <${Chart} title="Processors in use" samples=${samples} at=${at} of=${each => each.cpus} words=${number} />
      <${Chart} title="Queued calls" samples=${samples} at=${at} of=${each => each.queued} words=${count} steps=${STEPS.whole} />
      <${Chart} title="Memory of processes" samples=${samples} at=${at} of=${each => each.resident} words=${bytes} steps=${STEPS.bytes} />
    </div>
    <${Table} caption="What finds no place" rows=${status.demand} empty="Nothing waits for a worker or a node."
      columns=${[
        { name: 'How many', of: each => count(each.count), number: true },
        { name: 'Needs', of: each => amounts(each.needs) || 'a worker' },
        { name: 'Waits for', of: each => duration(each.waitingSeconds), number: true },
        { name: 'Why', of: each => each.reason, wide: true },
      ]} />
    <${Table} caption="Methods" rows=${load.methods.slice(0, 20)} keyOf=${each => each.name}
      empty="No method has been called yet. Call one of a tessera, or submit a function, and its calls are counted here."
      columns=${[
        { name: 'Method', of: each => html`<a href=${link('tasks', { name: each.name })}>${each.name}</a>` },
        { name: 'Running', of: each => count(each.running), number: true },
        { name: 'Queued', of: each => count(each.queued), number: true },
        { name: 'Per second', of: each => number(each.perSecond), number: true },
        { name: 'Ended', of: each => count(each.ended), number: true },
        { name: 'Failed', of: each => count(each.failed), number: true },
        { name: 'Upstream failed', of: each => count(each.upstreamFailed), number: true },
        { name: 'Mean time', of: each => (each.ran ? duration(each.seconds / each.ran) : ''), number: true },
        { name: 'p50', of: each => (each.ran ? duration(each.p50Seconds) : ''), number: true },
        { name: 'p95', of: each => (each.ran ? duration(each.p95Seconds) : ''), number: true },
        { name: 'p99', of: each => (each.ran ? duration(each.p99Seconds) : ''), number: true },
        { name: 'Longest', of: each => (each.ran ? duration(each.mostSeconds) : ''), number: true },
        { name: 'Time in all', of: each => duration(each.seconds), number: true },
        { name: 'Device time', of: each => (each.deviceSeconds ? duration(each.deviceSeconds) : ''), number: true },
      ]} />
    <${Stores} page=${objects.page} />`;
}

export const Stores = ({ page }) => html`
  <${Table} caption="Where objects are" rows=${page?.stores ?? []} keyOf=${each => each.unit}
    empty="No store has an object. put an array, or return a large one from a call, and it is kept in a store."
    columns=${[
      { name: 'Store', of: each => each.unit },
      { name: 'Objects', of: each => count(each.objects), number: true },
      { name: 'Memory', of: each => bytes(each.memoryBytes), number: true },
      { name: 'Disk', of: each => bytes(each.diskBytes), number: true },
      { name: 'Bucket', of: each => bytes(each.bucketBytes), number: true },
    ]} />`;
