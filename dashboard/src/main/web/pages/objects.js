import { html } from 'htm/preact';
import { path, usePage } from '../api.js';
import { bytes, ofAll } from '../format.js';
import { Field, Notes, Parts, State, Table, Waiting, part, useQuery } from '../parts.js';
import { Stores } from './overview.js';

const TIERS = [['', 'all'], ['memory', 'memory'], ['disk', 'disk'], ['bucket', 'bucket']];

export function Objects({ query }) {
  const [filter, change] = useQuery(query);
  const { tier = '', id = '' } = filter;
  const { first, limit, every } = part(filter);
  const asked = usePage(path('/v1/objects', { tier, id, limit }), { every, keep: false });
  const page = asked.page;
  return html`
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="Tier" value=${tier} choices=${TIERS} set=${value => change({ tier: value, from: '' })} />
      <${Field} label="Object" value=${id} set=${value => change({ id: value, from: '' })} />
    </form>
    ${page == null ? html`<${Waiting} state=${asked} />` : html`
      <${Notes} error=${asked.error} silent=${page.silent} />
      ${id === '' && html`<${Stores} page=${page} />`}
      <${Table} caption=${ofAll(first, page.objects.length, page.matched, 'objects, the largest first')} rows=${page.objects.slice(first)} keyOf=${each => each.uid}
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
        ]} />
      <${Parts} first=${first} shown=${page.objects.length} matched=${page.matched} change=${change} />`}`;
}
