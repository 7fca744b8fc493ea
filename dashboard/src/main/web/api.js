// Asks the server that these pages come from. The token comes behind the # of the link, which no server sees.
import { useEffect, useRef, useState } from 'preact/hooks';

const KEY = 'mosaic-token';

export function takeToken() {
  const found = /^#token=([\w-]+)/.exec(location.hash);
  if (found) {
    keepToken(found[1]);
    history.replaceState(null, '', location.pathname + '#/');
  }
}

// Whether the server takes the token of this tab, as far as is known.
export const access = { refused: false };

export function keepToken(token) {
  sessionStorage.setItem(KEY, token);
  access.refused = false;
}

// The path with those parameters that have a value.
export function path(base, params = {}) {
  const query = new URLSearchParams(Object.entries(params).filter(([, value]) => value !== '' && value != null));
  return query.size ? `${base}?${query}` : base;
}

async function ask(asked, signal) {
  const headers = { Authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ''}` };
  let answer;
  try {
    answer = await fetch(asked, { headers, signal });
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new Error('The server of this page has ended, or cannot be reached. Start the program again, or mosaic dashboard.');
  }
  if (answer.status === 401 || answer.status === 403) {
    access.refused = true;
    throw new Error('The token is not valid here.');
  }
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.detail ?? `The cluster answers with status ${answer.status}`);
  }
  return answer;
}

export const json = (asked, signal) => ask(asked, signal).then(answer => answer.json());
export const text = (asked, signal) => ask(asked, signal).then(answer => answer.text());

// While a page is paused, or nobody sees it, nothing is asked.
export const live = { paused: false };

/**
 * What is at that path, asked again after so many milliseconds; 0 asks once. While the next answer is on its way the one before stays,
 * where it was of the same path or `keep` is said.
 */
export function usePage(asked, { every = 2000, keep = true } = {}) {
  const [state, set] = useState({ page: null, error: null, at: 0 });
  const shown = useRef(asked);
  useEffect(() => {
    const stop = new AbortController();
    let timer;
    if (!keep && shown.current !== asked) set({ page: null, error: null, at: 0 });
    shown.current = asked;
    const once = async () => {
      if (!(live.paused || document.hidden)) {
        try {
          set({ page: await json(asked, stop.signal), error: null, at: Date.now() });
        } catch (e) {
          if (stop.signal.aborted) return;
          set(before => ({ ...before, error: e.message }));
        }
      }
      if (every > 0 && !stop.signal.aborted) timer = setTimeout(once, every);
    };
    if (asked) once();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [asked, every]);
  return state;
}
