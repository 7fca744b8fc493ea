import { render } from 'preact';
import { html } from 'htm/preact';
import { useEffect, useReducer, useState } from 'preact/hooks';
import { access, keepToken, live, takeToken } from './api.js';
import { begin, listen, now } from './history.js';
import { Errors } from './pages/errors.js';
import { Events } from './pages/events.js';
import { Logs } from './pages/logs.js';
import { Objects } from './pages/objects.js';
import { Overview } from './pages/overview.js';
import { Tasks } from './pages/tasks.js';
import { Tesserae } from './pages/tesserae.js';
import { Timeline } from './pages/timeline.js';
import { Units } from './pages/units.js';

const PAGES = [
  ['', 'Overview', Overview],
  ['units', 'Units', Units],
  ['tesserae', 'Tesserae', Tesserae],
  ['tasks', 'Calls', Tasks],
  ['timeline', 'Timeline', Timeline],
  ['errors', 'Errors', Errors],
  ['objects', 'Objects', Objects],
  ['logs', 'Logs', Logs],
  ['events', 'Events', Events],
];

function place() {
  const [page, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { page, query };
}

function App() {
  const [at, go] = useState(place);
  const [, again] = useReducer(n => n + 1, 0);
  useEffect(() => listen(again), []);
  useEffect(() => {
    const moved = () => {
      go(before => {
        const next = place();
        if (before.page !== next.page) document.querySelector('main').focus();
        return next;
      });
    };
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  const [, name, Page] = PAGES.find(([path]) => path === at.page) ?? PAGES[0];
  useEffect(() => {
    document.title = `${name} · Mosaic`;
  }, [name]);
  const pause = () => {
    live.paused = !live.paused;
    again();
  };
  if (access.refused) return html`<${SignIn} />`;
  return html`
    <a class="skip" href="#main" onClick=${event => { event.preventDefault(); document.querySelector('main').focus(); }}>To the page</a>
    <header class="top">
      <p class="brand"><img src="icon.svg" alt="" width="20" height="20" /> Mosaic</p>
      <nav aria-label="Pages">
        <ul>${PAGES.map(([path, words]) => html`<li><a href=${`#/${path}`} aria-current=${path === at.page ? 'page' : null}>${words}</a></li>`)}</ul>
      </nav>
      <div class="tools">
        <span class=${`live ${now.error || live.paused ? 'stale' : ''}`}>${live.paused ? 'Paused' : now.error ? 'No answer' : 'Live'}</span>
        <button onClick=${pause} aria-pressed=${live.paused}>Pause</button>
        <${Theme} />
      </div>
    </header>
    <main id="main" tabindex="-1"><h1>${name}</h1><${Page} key=${at.page} query=${at.query} /></main>`;
}

/** For who comes without the link, to a head for example. */
function SignIn() {
  const [token, set] = useState('');
  const give = event => {
    event.preventDefault();
    keepToken(token.trim());
    begin();
  };
  return html`
    <main id="main">
      <h1>Mosaic</h1>
      <p role="alert">This page has no valid token of the cluster.</p>
      <form class="signin" onSubmit=${give}>
        <label>Token <input type="password" autocomplete="off" required value=${token} onInput=${event => set(event.target.value)} /></label>
        <button>Show the cluster</button>
      </form>
      <p class="note">A program and <code>mosaic dashboard</code> print a link that has it: open the last one. Of <code>mosaic head --http</code> it is in the file <code>admin.token</code> of the keys, or without keys in <code>~/.mosaic/local/token</code>.</p>
    </main>`;
}

/** As the system has it, unless somebody chooses. */
function Theme() {
  const [dark, set] = useState(() => (localStorage.getItem('mosaic-theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark');
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  }, [dark]);
  const turn = () => {
    localStorage.setItem('mosaic-theme', dark ? 'light' : 'dark');
    set(!dark);
  };
  return html`<button onClick=${turn} aria-pressed=${dark}>Dark</button>`;
}

takeToken();
begin();
render(html`<${App} />`, document.getElementById('app'));
