import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import { path, usePage } from '../api.js';
import { count, moment } from '../format.js';
import { now } from '../history.js';
import { Field, Notes, Waiting, link, useQuery } from '../parts.js';

export function Logs({ query }) {
  const [{ unit = '', task = '', tessera = '', words = '' }, change] = useQuery(query);
  const workers = (now.status?.units ?? []).filter(each => each.kind === 'worker' || each.kind === 'program').map(each => each.uid);
  const chosen = unit || workers.find(each => each.startsWith('worker')) || '';
  const asked = usePage(chosen && path(`/v1/units/${encodeURIComponent(chosen)}/lines`, { task, tessera, limit: 1000 }), { keep: false });
  const end = useRef(null);
  const page = asked.page;
  const lines = (page?.lines ?? []).filter(each => each.text.toLowerCase().includes(words.toLowerCase()));
  useEffect(() => end.current?.scrollTo(0, end.current.scrollHeight), [page?.printed]);
  if (!now.status) return html`<${Waiting} state=${now} />`;
  if (!chosen) return html`<p class="empty">There is no worker yet. What calls print is shown here.</p>`;
  const choices = [...new Set([chosen, ...workers])].map(each => [each, each]);
  return html`
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="Worker" value=${chosen} choices=${choices} set=${value => change({ unit: value })} />
      <${Field} label="Task" value=${task} set=${value => change({ task: value })} />
      <${Field} label="Tessera" value=${tessera} set=${value => change({ tessera: value })} />
      <${Field} label="Words" value=${words} set=${value => change({ words: value })} />
    </form>
    ${page == null ? html`<${Waiting} state=${asked} />` : html`
      <${Notes} error=${asked.error} more=${page.displaced > 0 && `The first ${count(page.displaced)} lines are remembered no more.`} />
      <section class="block">
        <h2 id="lines">${count(lines.length)} of ${count(page.printed)} lines that calls in ${chosen} printed</h2>
        ${lines.length === 0 ? html`<p class="empty">Nothing fits. What calls write to System.out and System.err is shown here.</p>` : html`
          <ol class="lines" ref=${end} tabindex="0" aria-labelledby="lines">
            ${lines.map(each => html`
              <li key=${each.number} class=${each.error ? 'error' : ''}>
                <time>${moment(each.at)}</time>
                <a href=${link('tasks', { id: each.task })}>${each.task}</a>
                <span>${each.error ? html`<span class="hidden">standard error: </span>` : ''}${each.text}</span>
              </li>`)}
          </ol>`}
      </section>`}`;
}
