// A line over time.
import { html } from 'htm/preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';

const HEIGHT = 140;
const MOST_SECONDS = 60;

/** How far apart lines of a scale may be. */
export const STEPS = {
  bytes: [...Array(60).keys()].map(power => 2 ** power),
  whole: [...Array(12).keys()].flatMap(power => [1, 2, 5].map(each => each * 10 ** power)),
};

/** As the theme has it now. */
export function colour(name) {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** Of the samples the values of `of`; `words` says one of them with its unit; `steps` are those of STEPS, any unless said. */
export function Chart({ title, samples, of, words, at, steps }) {
  const box = useRef(null);
  const plot = useRef(null);
  useEffect(() => {
    // Colours are those of the page when the line is drawn.
    const axis = { stroke: () => colour('--faint-ink'), grid: { stroke: () => colour('--rule'), width: 1 }, ticks: { show: false }, font: '12px system-ui' };
    plot.current = new uPlot(
      {
        width: box.current.clientWidth || 320,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { range: (_, first, last) => (first == null ? [Date.now() / 1000 - MOST_SECONDS, Date.now() / 1000] : [Math.min(first, last - MOST_SECONDS), last]) },
          y: { range: (_, __, most) => [0, Math.max((most ?? 0) * 1.1, 1)] },
        },
        axes: [
          { ...axis, values: (_, splits) => splits.map(each => new Date(each * 1000).toLocaleTimeString('en-GB')), space: 90, size: 28 },
          { ...axis, size: 66, ...(steps && { incrs: steps }), values: (_, splits) => splits.map(words) },
        ],
        series: [{}, { stroke: () => colour('--accent'), width: 2, points: { show: false }, spanGaps: false }],
      },
      [[], []],
      box.current,
    );
    const sizes = new ResizeObserver(() => plot.current?.setSize({ width: box.current.clientWidth, height: HEIGHT }));
    sizes.observe(box.current);
    return () => {
      sizes.disconnect();
      plot.current.destroy();
      plot.current = null;
    };
  }, []);
  useEffect(() => {
    plot.current?.setData([samples.map(each => each.at), samples.map(of)]);
  }, [at]);
  const last = samples.map(of).findLast(value => value != null);
  const described = last == null ? 'not known yet' : words(last);
  return html`
    <figure class="chart">
      <figcaption>${title} <strong>${described}</strong></figcaption>
      <div ref=${box} role="img" aria-label=${`${title} over the last minutes, now ${described}`}></div>
    </figure>`;
}
