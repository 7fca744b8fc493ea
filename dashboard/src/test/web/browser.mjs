// Opens each page of a dashboard in Chromium, light and dark, and by keyboard: node browser.mjs LINK FOLDER CHROMIUM. Says what it saw, a line each;
// ends with 1 and says why where something is wrong. Screenshots go to FOLDER.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [link, folder, executablePath] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// What each page shows of the run of DashboardBrowserTest.
const PAGES = {
  Overview: ['Calls that ended, per second', 'Tally.add', 'warehouse:0'],
  Units: ['worker:0:0', 'worker:0:1', 'MiB'],
  Tesserae: ['1 of 1 tesserae', 'Tally', 'listening'],
  Calls: ['Tally.add', 'done', 'failed'],
  Timeline: ['calls are shown', 'Tally.add', 'Zoom in'],
  Errors: ['For input string', 'Failed calls by cause'],
  Objects: ['8.00 MiB', 'memory'],
  Logs: ['lines that calls in worker'],
  Events: ['worker:0:0', 'joined'],
};

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const wrong = [];

function must(holds, words) {
  if (!holds) wrong.push(words);
}

async function goTo(page, name) {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

for (const colorScheme of ['light', 'dark']) {
  // Its policy forbids code of others; axe is put in by the browser itself.
  const context = await browser.newContext({ colorScheme, viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('console', said => must(said.type() !== 'error', `the console says: ${said.text()}`));
  page.on('pageerror', failure => must(false, `the page failed: ${failure}`));
  page.on('request', request => must(request.url().startsWith(new URL(link).origin), `another host is asked: ${request.url()}`));
  await page.goto(link);
  must(!page.url().includes('token'), 'the token stays in the address');
  for (const [name, texts] of Object.entries(PAGES)) {
    const begun = performance.now();
    await goTo(page, name);
    for (const text of texts) {
      await page.locator('main').getByText(text).and(page.locator(':not(option)')).first().waitFor({ timeout: 15_000 }).catch(() => must(false, `${name} does not show: ${text}`));
    }
    const millis = Math.round(performance.now() - begun);
    const found = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`);
    for (const each of found.violations) {
      must(false, `${name}, ${colorScheme}: ${each.help} (${each.id}): ${each.nodes.slice(0, 3).map(node => node.html).join(' ')}`);
    }
    await page.screenshot({ path: `${folder}/${name.toLowerCase()}-${colorScheme}.png` });
    console.log(`page=${name} scheme=${colorScheme} ms=${millis} violations=${found.violations.length}`);
  }
  await goTo(page, 'Logs');
  const there = page.getByText('a line of a call').first();
  let isThere = false;
  for (let i = 0; i < 10 && !isThere; i++) {
    await page.locator('.filters select').selectOption(`worker:0:${i % 2}`);
    isThere = await there.waitFor({ timeout: 4_000 }).then(() => true, () => false);
  }
  must(isThere, 'no log has what a call printed');
  await goTo(page, 'Calls');
  await page.locator('.filters select').selectOption('running');
  const busy = await page.locator('tbody td', { hasText: /^worker:/ }).first().textContent();
  await goTo(page, 'Units');
  await page.getByRole('button', { name: `Time of ${busy}` }).click();
  await page.locator('dialog text', { hasText: 'DashboardBrowserTest.spin' }).waitFor({ timeout: 30_000 }).catch(() => must(false, 'no flame graph shows what runs'));
  const inside = await page.evaluate(`axe.run(document.querySelector('dialog'), { resultTypes: ['violations'] })`);
  for (const each of inside.violations) must(false, `flame graph, ${colorScheme}: ${each.help} (${each.id})`);
  await page.screenshot({ path: `${folder}/flame-${colorScheme}.png` });
  await page.keyboard.press('Escape');
  await context.close();
}

// By keyboard alone: to the errors, into the first cause, into one of its calls, and back out.
const page = await browser.newPage();
await page.goto(link);
await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
async function tabTo(words) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate('document.activeElement.matches("a, button") ? document.activeElement.textContent : ""');
    if (at.includes(words)) return;
  }
  throw new Error(`no Tab leads to: ${words}`);
}
try {
  await tabTo('Errors');
  await page.keyboard.press('Enter');
  await page.getByText('For input string').first().waitFor();
  await tabTo('For input string');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Calls of that cause' }).waitFor();
  const id = await page.locator('section:has(h2:text("Calls of that cause")) button').first().textContent();
  await tabTo(id);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('NumberFormatException').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  must((await page.evaluate('document.activeElement.textContent')) === id, 'the focus does not go back to where it was');
  console.log('keyboard=ok');
} catch (e) {
  must(false, `by keyboard: ${e.message}`);
}

// A link that is no longer valid, or none, says what to do; the token lets in.
const stranger = await (await browser.newContext()).newPage();
for (const wrongLink of [link.replace(/token=.*/, 'token=wrong'), link.replace(/#.*/, '')]) {
  await stranger.goto('about:blank');
  await stranger.goto(wrongLink);
  await stranger.getByText('no valid token').waitFor().catch(() => must(false, `${wrongLink} is not explained`));
}
const found = await stranger.evaluate(`${axe}; axe.run(document, { resultTypes: ['violations'] })`);
for (const each of found.violations) must(false, `without a token: ${each.help} (${each.id})`);
await stranger.getByLabel('Token').fill(link.replace(/.*token=/, ''));
await stranger.keyboard.press('Enter');
await stranger.getByText('Calls that ended, per second').waitFor().catch(() => must(false, 'a token that is given does not let in'));
console.log('token=ok');
await browser.close();
wrong.forEach(words => console.log(`wrong: ${words}`));
process.exit(wrong.length ? 1 : 0);
