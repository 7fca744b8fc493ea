import { html } from 'htm/preact';
import { path, usePage } from '../api.js';
import { bytes, count } from '../format.js';
import { Field, Notes, State, Table, Waiting, useQuery } from '../parts.js';
import { Stores } from './overview.js';

const TIERS = [['', 'all'], ['memory', 'memory'], ['disk', 'disk'], ['bucket', 'bucket']];

export function Objects({ query }) {
  const [{ tier = '', id = '' }, change] = useQuery(query);
  const asked = usePage(path('/v1/objects', { tier, id, limit: 200 }), { every: 5000, keep: false });
  const page = asked.page;
  return html`
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="Tier" value=${tier} choices=${TIERS} set=${value => change({ tier: value })} />
      <${Field} label="Object" value=${id} set=${value => change({ id: value })} />
    </form>
    ${page == null ? html`<${Waiting} state=${asked} />` : html`
      <${Notes} error=${asked.error} silent=${page.silent} />
      ${id === '' && html`<${Stores} page=${page} />`}
      <${Table} caption=${`The ${count(page.objects.length)} largest of ${count(page.matched)} objects`} rows=${page.objects} keyOf=${each => each.uid}
        empty=${tier || id ? 'No object fits. Take a filter away.' : 'The warehouse keeps nothing. put an array, and it is shown here.'}
        columns=${[
          { name: 'Object', of: each => each.id },
          { name: 'Name', of: each => each.uid },
          { name: 'Size', of: each => bytes(each.bytes), number: true },
          { name: 'State', of: each => html`<${State} of=${each.state} />` },
          { name: 'Tiers', of: each => each.tiers.join(', ') },
          { name: 'Durable', of: each => (each.durable ? 'yes' : 'no') },
          { name: 'Put by', of: each => each.putter },
          { name: 'Held by', of: each => each.holders.join(', ') || 'nobody', wide: true },
        ]} />`}`;
}
