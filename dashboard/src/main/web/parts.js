// What several pages are made of.
import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * A table. Columns are `{ name, of, number }`: what stands in it for a row, and whether it is a number. Without rows it says what to do.
 */
export function Table({ caption, columns, rows, empty, keyOf }) {
  if (!rows.length) return html`<section class="block"><h2>${caption}</h2><p class="empty">${empty}</p></section>`;
  return html`
    <section class="block">
      <h2 id=${slug(caption)}>${caption}</h2>
      <div class="scroll" tabindex="0" role="region" aria-labelledby=${slug(caption)}>
        <table>
          <thead><tr>${columns.map(each => html`<th scope="col" class=${each.number ? 'number' : ''}>${each.name}</th>`)}</tr></thead>
          <tbody>
            ${rows.map(row => html`
              <tr key=${keyOf?.(row)}>
                ${columns.map(each => html`<td class=${each.number ? 'number' : each.wide ? 'wide' : ''}>${each.of(row)}</td>`)}
              </tr>`)}
          </tbody>
        </table>
      </div>
    </section>`;
}

const slug = words => words.toLowerCase().replace(/\W+/g, '-');

/** What the page could not learn. */
export function Notes({ error, silent = [], more }) {
  return html`
    ${error && html`<p class="problem" role="alert">${error}</p>`}
    ${silent.length > 0 && html`<p class="note">No answer of ${silent.join(', ')}: what they know is missing here.</p>`}
    ${more && html`<p class="note">${more}</p>`}`;
}

export const Waiting = ({ state }) =>
  state.error ? html`<${Notes} error=${state.error} />` : html`<p class="note" role="status">Asking the cluster …</p>`;

/** A state in words, with a mark of its own so that it does not rest on colour. */
export function State({ of }) {
  const kinds = {
    RUNNING: ['▶', 'good'], LISTENING: ['▶', 'good'], DONE: ['✓', 'good'], KEPT: ['✓', 'good'], JOINED: ['+', 'good'],
    FAILED: ['✕', 'bad'], UPSTREAM_FAILED: ['✕', 'bad'], LOST: ['✕', 'bad'], MISSING: ['✕', 'bad'],
    PENDING: ['…', 'wait'], QUEUED: ['…', 'wait'], MOVING: ['…', 'wait'], COMING: ['…', 'wait'], LOADING: ['…', 'wait'],
  };
  const [mark, kind] = kinds[of] ?? ['–', ''];
  return html`<span class=${`state ${kind}`}><span aria-hidden="true">${mark}</span> ${of.toLowerCase().replaceAll('_', ' ')}</span>`;
}

/** A field of a filter. It takes effect when one leaves it, or presses Enter. */
export function Field({ label, value, set, choices }) {
  const change = event => set(event.target.value.trim());
  return html`
    <label>${label}
      ${choices
        ? html`<select value=${value} onChange=${change}>${choices.map(([each, words]) => html`<option value=${each}>${words}</option>`)}</select>`
        : html`<input value=${value} onChange=${change} spellcheck="false" autocomplete="off" />`}
    </label>`;
}

/** The part of the address behind the page's name, as an object, and what changes some of it. */
export function useQuery(query) {
  const change = more => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(more)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const page = location.hash.slice(1).split('?')[0];
    location.hash = next.size ? `${page}?${next}` : page;
  };
  return [Object.fromEntries(new URLSearchParams(query)), change];
}

export const link = (page, query = {}) => {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  return text ? `#/${page}?${text}` : `#/${page}`;
};

const ROWS = 100;
const MOST = 10000; // that the head gives at once

/** Which rows of a list the address asks for: those from `first` up to `limit`. The first ones are asked for again and again. */
export function part({ from = '' }) {
  const first = Math.max(0, Number.parseInt(from, 10) || 0);
  return { first, limit: Math.min(MOST, first + ROWS), every: first === 0 ? 2000 : 0 };
}

/** The way to the next rows of a list, and back. */
export const Parts = ({ first, shown, matched, change }) => html`
  <p class="pages">
    ${first > 0 && html`<button onClick=${() => change({ from: first > ROWS ? String(first - ROWS) : '' })}>Back</button>`}
    ${matched > shown && shown < MOST && html`<button onClick=${() => change({ from: String(first + ROWS) })}>Next</button>`}
    ${matched > shown && shown >= MOST && html`<span class="note">Filters lead to the rest.</span>`}
  </p>`;

/** A number that is to be seen from afar. */
export const Tile = ({ name, value, unit, of, to }) => html`
  <div class="tile">
    <dt>${to ? html`<a href=${to}>${name}</a>` : name}</dt>
    <dd>${value}${unit && html` <span class="unit">${unit}</span>`}${of && html`<span class="unit"> of ${of}</span>`}</dd>
  </div>`;

/** Shows an element and closes it with Escape; the focus goes there and back. */
export function Panel({ title, close, children }) {
  const box = useRef(null);
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    box.current.showModal();
    return () => before?.focus?.();
  }, []);
  return html`
    <dialog ref=${box} onClose=${close} aria-label=${title}>
      <header><h2>${title}</h2><button onClick=${() => box.current.close()}>Close</button></header>
      ${children}
    </dialog>`;
}
