import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { path, usePage } from '../api.js';
import { count, duration, moment } from '../format.js';
import { Field, Notes, Panel, State, Table, Waiting, link, useQuery } from '../parts.js';
import { Stack } from '../stack.js';

const STATES = [['', 'all'], ['running', 'running'], ['queued', 'waiting in a worker'], ['pending', 'waiting with their caller'], ['done', 'done'], ['failed', 'failed'], ['upstream_failed', 'not run, an argument failed'], ['cancelled', 'cancelled']];

export function Tasks({ query }) {
  const [filter, change] = useQuery(query);
  const { state = '', name = '', unit = '', tessera = '', id = '', before = '' } = filter;
  const isPast = before !== '';
  const asked = usePage(path('/v1/tasks', { state, name, unit, tessera, id, before, limit: 100 }), { every: isPast ? 0 : 2000, keep: false });
  const [shown, show] = useState(null);
  const page = asked.page;
  const last = page?.tasks.at(-1)?.endedAt;
  const field = (label, key) =>
    html`<${Field} label=${label} value=${filter[key] ?? ''} set=${value => change({ [key]: value, before: '' })} />`;
  return html`
    <form class="filters" onSubmit=${event => event.preventDefault()}>
      <${Field} label="State" value=${state} choices=${STATES} set=${value => change({ state: value, before: '' })} />
      ${field('Method', 'name')} ${field('Worker', 'unit')} ${field('Tessera', 'tessera')} ${field('Task', 'id')}
    </form>
    ${page == null ? html`<${Waiting} state=${asked} />` : html`
      <${Notes} error=${asked.error} silent=${page.silent}
        more=${page.displaced > 0 && `${count(page.displaced)} of ${count(page.ended)} that have ended are remembered no more.`} />
      <${Table} caption=${`${count(page.tasks.length)} of ${count(page.matched)} calls${isPast ? ` that ended before ${moment(before)}` : ''}`}
        rows=${page.tasks} keyOf=${each => `${each.id} ${each.attempt}`}
        empty=${filter.state || name || unit || tessera || id ? 'No call fits. Take a filter away.' : 'No call has been made yet. Call a method of a tessera, and it is shown here.'}
        columns=${[
          { name: 'Task', of: each => html`<button class="link" onClick=${() => show(each)}>${each.id}</button>` },
          { name: 'Method', of: each => each.name },
          { name: 'State', of: each => html`<${State} of=${each.state} />` },
          { name: 'Worker', of: each => each.unit },
          { name: 'Since', of: each => moment(each.endedAt || each.startedAt || each.queuedAt), number: true },
          { name: 'Ran for', of: each => (each.startedAt || each.seconds ? duration(each.seconds) : ''), number: true },
          { name: 'Waits for, or why it failed', of: each => first(each.failure || each.waitingFor), wide: true },
        ]} />
      <p class="pages">
        ${isPast && html`<button onClick=${() => history.back()}>Later ones</button>`}
        ${last && page.matched > page.tasks.length && html`<button onClick=${() => change({ before: last })}>Earlier ones</button>`}
      </p>`}
    ${shown && html`<${Task} task=${shown} close=${() => show(null)} />`}`;
}

const first = text => text.split('\n')[0];

/** All that is known of a call. What one that runs was called with is known where it is asked for alone. */
export function Task({ task: seen, close }) {
  const single = usePage(seen.state === 'RUNNING' ? path('/v1/tasks', { id: seen.id }) : null, { every: 2000 });
  const task = single.page?.tasks[0] ?? seen;
  const facts = [
    ['Method', task.name],
    ['State', html`<${State} of=${task.state} />`],
    ['Worker', task.unit],
    ['Tessera', task.tessera && html`<a href=${link('tasks', { tessera: task.tessera })}>${task.tessera}</a>`],
    ['Called by', task.caller],
    ['Attempt', count(task.attempt + 1)],
    ['Queued at', moment(task.queuedAt)],
    ['Started at', moment(task.startedAt)],
    ['Ended at', moment(task.endedAt)],
    ['Ran for', (task.startedAt || task.seconds > 0) && duration(task.seconds)],
    ['Waits for', task.waitingFor],
    ['Why it failed', task.failure && html`<pre tabindex="0">${task.failure}</pre>`],
    ['Arguments', task.input && html`<pre tabindex="0">${task.input}</pre>`],
    ['Where its code is', task.state === 'RUNNING' && html`<${Stack} uid=${task.unit} />`],
    ['What it printed', task.unit && html`<a href=${link('logs', { unit: task.unit, task: task.id })}>Logs</a>`],
  ];
  return html`
    <${Panel} title=${`Task ${task.id}`} close=${close}>
      <dl class="facts">${facts.filter(([, value]) => value).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    </${Panel}>`;
}
