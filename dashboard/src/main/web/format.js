// Numbers with their units.

const GROUPED = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

export const count = n => GROUPED.format(n);

/** Which of a list are shown: those behind `first`, up to `last`. */
export const ofAll = (first, last, all, what) =>
  `${first > 0 && last > first ? `${count(first + 1)} to ${count(last)}` : count(last - Math.min(first, last))} of ${count(all)} ${what}`;

// Three significant digits, none behind the point where there are more before it.
export function number(x) {
  if (!Number.isFinite(x)) return '–';
  const size = Math.abs(x);
  if (size >= 100 || x === 0) return GROUPED.format(x);
  return x.toFixed(size >= 10 ? 1 : 2);
}

export function bytes(n) {
  if (n === 0) return '0 B';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, n)) / 10));
  return `${power === 0 ? GROUPED.format(n) : number(n / 1024 ** power)} ${units[power]}`;
}

export function duration(seconds) {
  if (seconds < 1e-3) return `${number(seconds * 1e6)} µs`;
  if (seconds < 1) return `${number(seconds * 1e3)} ms`;
  if (seconds < 60) return `${number(seconds)} s`;
  const whole = Math.round(seconds);
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const first = parts.findIndex(([size]) => whole >= size);
  return parts
    .slice(first, first + 2)
    .map(([size, unit], i) => [i === 0 ? Math.floor(whole / size) : Math.floor((whole % parts[first][0]) / size), unit])
    .filter(([n]) => n > 0)
    .map(([n, unit]) => `${n} ${unit}`)
    .join(' ');
}

// The time of day, with the date where it is not today's.
export function moment(iso) {
  if (!iso) return '';
  const at = new Date(iso);
  const time = at.toLocaleTimeString('en-GB', { hour12: false });
  return at.toDateString() === new Date().toDateString() ? time : `${at.toLocaleDateString('en-CA')} ${time}`;
}

/** How long ago that was, in whole seconds. */
export const age = iso => duration(Math.max(1, Math.round((Date.now() - new Date(iso)) / 1000)));

export function amounts(needs) {
  if (!needs) return '';
  const parts = [];
  if (needs.cpus) parts.push(`${number(needs.cpus)} ${needs.cpus === 1 ? 'processor' : 'processors'}`);
  if (needs.gpus) parts.push(`${number(needs.gpus)} ${needs.gpus === 1 ? 'GPU' : 'GPUs'}`);
  if (needs.memoryBytes) parts.push(bytes(needs.memoryBytes));
  for (const [name, amount] of Object.entries(needs.labels ?? {})) parts.push(`${number(amount)} ${name}`);
  return parts.join(', ');
}

/** What failures of one cause have in common: without numbers, ids and addresses. */
export function cause(failure) {
  return failure
    .replace(/; in [\w:.-]+, which is gone$/, '')
    .replace(/\b[0-9a-f]{8,}(-[0-9a-z]+)?\b/g, '…')
    .replace(/\b(worker|head|node|store|warehouse):[\w:.-]*\w/g, '$1')
    .replace(/\d+(\.\d+)?/g, '…');
}
