// Where the code of a worker is now.
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from './api.js';

export function Stack({ uid }) {
  const [said, say] = useState('Asking the worker …');
  useEffect(() => {
    text(`/v1/units/${encodeURIComponent(uid)}/stack`).then(say, e => say(e.message));
  }, [uid]);
  return html`<pre tabindex="0">${said}</pre>`;
}
