import { html } from 'htm/preact';
import { usePage } from '../api.js';
import { count, moment } from '../format.js';
import { Notes, State, Table, Waiting } from '../parts.js';

const MOST = 500;

export function Events() {
  const asked = usePage('/v1/events', { every: 5000 });
  const page = asked.page;
  if (!page) return html`<${Waiting} state=${asked} />`;
  const last = page.events.slice(-MOST).reverse();
  return html`
    <${Notes} error=${asked.error} />
    <${Table} caption=${`The last ${count(last.length)} of ${count(page.events.length + page.displaced)} events`} rows=${last} keyOf=${each => each.number}
      empty="No unit has joined or left yet."
      columns=${[
        { name: 'When', of: each => moment(each.at), number: true },
        { name: 'What', of: each => html`<${State} of=${each.kind} />` },
        { name: 'Unit', of: each => each.unit },
        { name: 'Node', of: each => each.node },
        { name: 'Why', of: each => each.reason, wide: true },
      ]} />`;
}
