// Where the time of a worker goes: stacks that were seen, as wide as often.
import { html } from 'htm/preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { text } from './api.js';
import { count } from './format.js';
import { Panel } from './parts.js';

const SECONDS = 5;
const WIDTH = 1000;
const ROW = 18;
const LETTER = 6.6;

function tree(collapsed) {
  const root = { name: 'all', value: 0, below: new Map() };
  for (const line of collapsed.split('\n')) {
    const at = line.lastIndexOf(' ');
    const seen = Number(line.slice(at + 1));
    if (at < 0 || !seen) continue;
    root.value += seen;
    let node = root;
    for (const name of line.slice(0, at).split(';')) {
      if (!node.below.has(name)) node.below.set(name, { name, value: 0, below: new Map() });
      node = node.below.get(name);
      node.value += seen;
    }
  }
  return root;
}

/** Boxes below that node, from it down; those narrower than a pixel are left out. */
function boxes(root) {
  const found = [];
  const add = (node, depth, x, width) => {
    if (width < 1) return;
    found.push({ node, depth, x, width });
    let left = x;
    for (const child of [...node.below.values()].sort((a, b) => b.value - a.value)) {
      const wide = (width * child.value) / node.value;
      add(child, depth + 1, left, wide);
      left += wide;
    }
  };
  add(root, 0, 0, WIDTH);
  return found;
}

const brief = name => name.replace(/^.*[/.]([^/.]+\.[^/.]+)$/, '$1');

export function Flame({ uid, close }) {
  const [said, say] = useState({ words: `Looks at ${uid} for ${SECONDS} s …` });
  const [root, setRoot] = useState(null);
  useEffect(() => {
    const stop = new AbortController();
    text(`/v1/units/${encodeURIComponent(uid)}/profile?seconds=${SECONDS}&event=cpu`, stop.signal)
      .then(found => say(found.trim() ? { tree: tree(found) } : { words: 'Nothing ran in these seconds. What waits is on the stack.' }))
      .catch(e => !stop.signal.aborted && say({ words: e.message }));
    return () => stop.abort();
  }, [uid]);
  const shown = root ?? said.tree;
  const all = useMemo(() => (shown ? boxes(shown) : []), [shown]);
  const height = (Math.max(0, ...all.map(each => each.depth)) + 1) * ROW;
  return html`
    <${Panel} title=${`Where the time of ${uid} goes`} close=${close}>
      ${!shown ? html`<p role="status">${said.words}</p>` : html`
        <p class="note">${count(said.tree.value)} samples of threads that ran. Choose a box to see it alone.
          ${root && html` <button onClick=${() => setRoot(null)}>All</button>`}</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Flame graph">
          <svg class="flame" viewBox=${`0 0 ${WIDTH} ${height}`} role="group" aria-label=${`Stacks of ${uid}`}>
            ${all.map(({ node, depth, x, width }) => html`
              <g role="button" tabindex=${width > 40 ? 0 : -1} aria-label=${`${node.name}, ${percent(node, said.tree)}`}
                onClick=${() => setRoot(node)} onKeyDown=${event => event.key === 'Enter' && setRoot(node)}>
                <title>${`${node.name}, ${percent(node, said.tree)}`}</title>
                <rect x=${x} y=${depth * ROW} width=${Math.max(0.5, width - 0.5)} height=${ROW - 1} class=${depth % 2 ? 'odd' : 'even'} />
                ${width > 40 && html`<text x=${x + 3} y=${depth * ROW + 13}>${brief(node.name).slice(0, Math.floor((width - 6) / LETTER))}</text>`}
              </g>`)}
          </svg>
        </div>`}
    </${Panel}>`;
}

const percent = (node, root) => `${((100 * node.value) / root.value).toFixed(1)} %`;
