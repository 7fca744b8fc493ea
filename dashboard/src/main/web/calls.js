// The calls that ran in workers, page by page, and in which row of its worker each is drawn.
import { json, path } from './api.js';

const PAGE = 1000;
const MOST = 100_000;

/** Microseconds since the epoch of a time with six digits behind its point. */
export function micros(iso) {
  const digits = /\.(\d{1,6})/.exec(iso)?.[1] ?? '';
  return Date.parse(`${iso.slice(0, 19)}Z`) * 1000 + Number(digits.padEnd(6, '0'));
}

/** Of one worker: its calls by their beginning, and how many ran at once. */
function lane(uid, tasks) {
  const calls = [...tasks.values()]
    .filter(each => each.startedAt)
    .map(task => {
      const start = micros(task.startedAt);
      return { task, start, end: start + Math.max(1, task.seconds * 1e6), row: 0 };
    })
    .sort((a, b) => a.start - b.start);
  const ends = [];
  for (const call of calls) {
    const free = ends.findIndex(end => end <= call.start);
    call.row = free < 0 ? ends.length : free;
    ends[call.row] = call.end;
  }
  return { uid, calls, rows: Math.max(1, ends.length) };
}

/**
 * Reads the calls of those workers from now back, and tells of the lanes each time it knows more.
 *
 * @param since a time in ISO 8601; empty for all that is remembered
 * @param told gets the lanes, how many calls these have, whether that is all, and how many are remembered no more
 */
export async function read(workers, since, signal, told) {
  const lanes = new Map();
  let count = 0;
  let displaced = 0;
  for (const unit of workers) {
    const tasks = new Map();
    let before = '';
    while (count < MOST) {
      const page = await json(path('/v1/tasks', { unit, since, before, limit: PAGE }), signal);
      const known = tasks.size;
      for (const task of page.tasks) tasks.set(`${task.id} ${task.attempt}`, task);
      count += tasks.size - known;
      const oldest = page.tasks.at(-1)?.endedAt;
      const isLast = page.matched <= page.tasks.length || tasks.size === known || !oldest;
      lanes.set(unit, lane(unit, tasks));
      if (isLast) displaced += page.displaced;
      told([...lanes.values()], count, false, displaced);
      if (isLast) break;
      // Those that ended in the same microsecond may be on both pages.
      before = `${oldest.slice(0, 19)}.${String((micros(oldest) % 1e6) + 1).padStart(6, '0')}Z`;
    }
  }
  told([...lanes.values()], count, true, displaced);
}
