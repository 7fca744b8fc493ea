import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { json, live, path, usePage } from '../api.js';
import { cause, count, moment } from '../format.js';
import { Notes, Table, Waiting } from '../parts.js';
import { Task } from './tasks.js';

const FIRST = 1000;
const MOST = 10000;
const EVERY_MS = 5000;
const BECAUSE = '; because: ';

const keyOf = task => `${task.id} ${task.attempt}`;

/** The last failed calls, the newest first: some at once, then all that the head gives, then those that are new. */
function useFailed() {
  const [known, know] = useState({ page: null, tasks: [], error: null });
  useEffect(() => {
    const stop = new AbortController();
    let timer;
    let tasks = [];
    const ask = (limit, since) => json(path('/v1/tasks', { state: 'failed', limit, since }), stop.signal);
    const add = page => {
      const there = new Set(page.tasks.map(keyOf));
      tasks = [...page.tasks, ...tasks.filter(each => !there.has(keyOf(each)))].slice(0, MOST);
    };
    const once = async () => {
      if (!(live.paused || document.hidden)) {
        try {
          const isFirst = tasks.length === 0;
          let page = await ask(FIRST, isFirst ? '' : tasks[0].endedAt);
          add(page);
          know({ page, tasks, error: null });
          if (page.matched > page.tasks.length) {
            page = await ask(MOST, '');
            tasks = [];
            add(page);
            know({ page, tasks, error: null });
          }
        } catch (e) {
          if (stop.signal.aborted) return;
          know(before => ({ ...before, error: e.message }));
        }
      }
      if (!stop.signal.aborted) timer = setTimeout(once, EVERY_MS);
    };
    once();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
  return known;
}

/** What failed, and below each cause what did not run for it. */
function byCause(tasks, upstream) {
  const groups = new Map();
  const groupOf = (task, failure) => {
    const key = cause(failure);
    const group = groups.get(key) ?? { key, failure, last: task.endedAt, tasks: [], notRun: 0, methods: new Set(), units: new Set() };
    groups.set(key, group);
    return group;
  };
  for (const task of tasks) {
    const group = groupOf(task, task.failure.split('\n')[0]);
    group.tasks.push(task);
    group.methods.add(task.name);
    if (task.unit) group.units.add(task.unit);
  }
  for (const task of upstream) {
    groupOf(task, task.failure.split(BECAUSE).at(-1).split('\n')[0]).notRun++;
  }
  return [...groups.values()].sort((a, b) => b.tasks.length - a.tasks.length || b.notRun - a.notRun);
}

export function Errors() {
  const asked = useFailed();
  const upstream = usePage(path('/v1/tasks', { state: 'upstream_failed', limit: MOST }), { every: EVERY_MS });
  const [open, setOpen] = useState(null);
  const [shown, show] = useState(null);
  const page = asked.page;
  if (!page) return html`<${Waiting} state=${asked} />`;
  const groups = byCause(asked.tasks, upstream.page?.tasks ?? []);
  const group = groups.find(each => each.key === open);
  return html`
    <${Notes} error=${asked.error} silent=${page.silent}
      more=${page.failed > asked.tasks.length && `Of ${count(page.failed)} failed calls the last ${count(asked.tasks.length)} are looked at.`} />
    <${Table} caption="Failed calls by cause" rows=${groups} keyOf=${each => each.key} empty="No call has failed."
      columns=${[
        { name: 'Calls', of: each => count(each.tasks.length), number: true },
        { name: 'Not run for it', of: each => count(each.notRun), number: true },
        { name: 'One of them', of: each => html`<button class="link" aria-pressed=${each.key === open} onClick=${() => setOpen(each.key === open ? null : each.key)}>${each.failure}</button>`, wide: true },
        { name: 'Methods', of: each => [...each.methods].slice(0, 3).join(', ') },
        { name: 'Workers', of: each => some([...each.units]) },
        { name: 'Last', of: each => moment(each.last), number: true },
      ]} />
    ${group && html`
      <${Table} caption="Calls of that cause" rows=${group.tasks.slice(0, 100)} keyOf=${keyOf} empty=""
        columns=${[
          { name: 'Task', of: each => html`<button class="link" onClick=${() => show(each)}>${each.id}</button>` },
          { name: 'Method', of: each => each.name },
          { name: 'Worker', of: each => each.unit },
          { name: 'Ended', of: each => moment(each.endedAt), number: true },
          { name: 'Arguments', of: each => each.input, wide: true },
        ]} />`}
    ${shown && html`<${Task} task=${shown} close=${() => show(null)} />`}`;
}

const some = units => (units.length > 3 ? `${units.slice(0, 3).join(', ')} and ${count(units.length - 3)} more` : units.join(', '));
