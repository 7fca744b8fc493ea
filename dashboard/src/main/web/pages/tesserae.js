import { html } from 'htm/preact';
import { path, usePage } from '../api.js';
import { count } from '../format.js';
import { Field, Notes, State, Table, Waiting, link, useQuery } from '../parts.js';

const STATES = [['', 'all'], ['pending', 'without a place'], ['listening', 'listening'], ['moving', 'moving'], ['passive', 'passive'], ['failed', 'failed'], ['stopped', 'stopped']];

export function Tesserae({ query }) {
  const [filter, change] = useQuery(query);
  const { state = '', name = '', unit = '', id = '' } = filter;
  const asked = usePage(path('/v1/instances', { state, name, unit, id, limit: 200 }), { keep: false });
  const page = asked.page;
  return html`
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="State" value=${state} choices=${STATES} set=${value => change({ state: value })} />
      <${Field} label="Class or name" value=${name} set=${value => change({ name: value })} />
      <${Field} label="Worker" value=${unit} set=${value => change({ unit: value })} />
      <${Field} label="Tessera" value=${id} set=${value => change({ id: value })} />
    </form>
    ${page == null ? html`<${Waiting} state=${asked} />` : html`
      <${Notes} error=${asked.error} silent=${page.silent}
        more=${page.matched > page.tesserae.length && 'There are more: choose a state, a class or a worker.'} />
      <${Table} caption=${`${count(page.tesserae.length)} of ${count(page.matched)} tesserae`} rows=${page.tesserae} keyOf=${each => each.id}
        empty=${state || name || unit || id ? 'No tessera fits. Take a filter away.' : 'There is no tessera yet. Make one with mosaic.create, and it is shown here.'}
        columns=${[
          { name: 'Tessera', of: each => html`<a href=${link('tasks', { tessera: each.id })}>${each.id}</a>` },
          { name: 'Class', of: each => each.className },
          { name: 'Name', of: each => each.name },
          { name: 'State', of: each => html`<${State} of=${each.state} />` },
          { name: 'Worker', of: each => each.unit },
          { name: 'Needs', of: each => each.needs },
          { name: 'Run', of: each => count(each.running), number: true },
          { name: 'Wait', of: each => count(each.queued), number: true },
          { name: 'Holders', of: each => count(each.holders), number: true },
          { name: 'Restarts', of: each => count(each.restarts), number: true },
          { name: 'Why it has no place, or failed', of: each => each.reason, wide: true },
        ]} />`}`;
}
