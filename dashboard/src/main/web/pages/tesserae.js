import { html } from 'htm/preact';
import { path, usePage } from '../api.js';
import { age, count, ofAll } from '../format.js';
import { Field, Notes, Parts, State, Table, Waiting, link, part, useQuery } from '../parts.js';

const STATES = [['', 'all'], ['pending', 'without a place'], ['listening', 'listening'], ['moving', 'moving'], ['passive', 'passive'], ['failed', 'failed'], ['stopped', 'stopped']];

export function Tesserae({ query }) {
  const [filter, change] = useQuery(query);
  const { state = '', name = '', unit = '', id = '' } = filter;
  const { first, limit, every } = part(filter);
  const asked = usePage(path('/v1/instances', { state, name, unit, id, limit }), { every, keep: false });
  const page = asked.page;
  const set = more => change({ ...more, from: '' });
  return html`
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="State" value=${state} choices=${STATES} set=${value => set({ state: value })} />
      <${Field} label="Class or name" value=${name} set=${value => set({ name: value })} />
      <${Field} label="Worker" value=${unit} set=${value => set({ unit: value })} />
      <${Field} label="Tessera" value=${id} set=${value => set({ id: value })} />
    </form>
    ${page == null ? html`<${Waiting} state=${asked} />` : html`
      <${Notes} error=${asked.error} silent=${page.silent} />
      <${Table} caption=${ofAll(first, page.tesserae.length, page.matched, 'tesserae')} rows=${page.tesserae.slice(first)} keyOf=${each => each.id}
        empty=${state || name || unit || id ? 'No tessera fits. Take a filter away.' : 'There is no tessera yet. Make one with the remote of its proxy, and it is shown here.'}
        columns=${[
          { name: 'Tessera', of: each => html`<a href=${link('tasks', { tessera: each.id })}>${each.id}</a>` },
          { name: 'Class', of: each => each.className },
          { name: 'Name', of: each => each.name },
          { name: 'State', of: each => html`<${State} of=${each.state} />` },
          { name: 'Worker', of: each => each.unit },
          { name: 'Needs', of: each => each.needs },
          { name: 'Age', of: each => age(each.madeAt), number: true },
          { name: 'Running', of: each => count(each.running), number: true },
          { name: 'Queued', of: each => count(each.queued), number: true },
          { name: 'Holders', of: each => count(each.holders), number: true },
          { name: 'Restarts', of: each => count(each.restarts), number: true },
          { name: 'Why it has no place, or failed', of: each => each.reason, wide: true },
        ]} />
      <${Parts} first=${first} shown=${page.tesserae.length} matched=${page.matched} change=${change} />`}`;
}
