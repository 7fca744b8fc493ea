// Makes the pages that the jar has of src/main/web, and writes of which sources: DashboardTest finds where they are not those any more.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const from = 'src/main/web';
const to = 'src/main/resources/dev/mosaic/dashboard/web';

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
await build({
  entryPoints: { app: `${from}/main.js`, style: `${from}/app.css` },
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'inline',
  outdir: to,
});
for (const each of ['index.html', 'icon.svg']) cpSync(`${from}/${each}`, `${to}/${each}`);

const libraries = ['preact', 'htm', 'uplot'].map(each => {
  const license = readdirSync(`node_modules/${each}`).find(name => /^licen[sc]e/i.test(name));
  const { version } = JSON.parse(readFileSync(`node_modules/${each}/package.json`));
  return `${each} ${version}\n\n${readFileSync(`node_modules/${each}/${license}`, 'utf8').trim()}\n`;
});
writeFileSync(`${to}/licenses.txt`, libraries.join('\n\n'));

const sources = ['build.mjs', 'package-lock.json', ...readdirSync(from, { recursive: true, withFileTypes: true })
  .filter(each => each.isFile())
  .map(each => join(each.parentPath, each.name))].sort();
const hash = createHash('sha256');
for (const each of sources) hash.update(readFileSync(each));
writeFileSync(`${to}/sources.sha256`, `${hash.digest('hex')}\n`);
