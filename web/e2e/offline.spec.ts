/** The table as files, without a server, and without a network. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { Hall, chance, decision, desktop, eventsOf, isOver, menu, press, program, turnTo } from './support'
import { answer as answerHussars, endStep, firstRow, hold } from './hussars-support'
import { begin, follow } from './lesson-support'
import { asked, Host, installed, rules } from './offline-support'
import { playOn, seed } from './victory-support'
import { ready, rest } from './worlds-support'

const root = resolve(import.meta.dirname, '../..')

/** Sets a table by the form, with the usual seats. */
async function lay(page: Page, url: string, game: string, scenario: string, number: number) {
  await page.goto(`${url}#/new/${game}/${scenario}`)
  await seed(page, number)
  await page.getByRole('button', { name: 'Set the table' }).click()
  await page.locator('.frame').waitFor()
}

describe.skipIf(!rules)('a site of files', () => {
  const hall = new Hall(rules !== undefined)
  const host = new Host()

  test('rules in the browser lead where native ones lead: every golden playthrough, every log of the corpus', async () => {
    const { page, context, trouble } = await hall.open(desktop)
    await page.goto(host.url)
    const texts = (folder: string, ending: string) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(ending))
        .map((name) => [name, readFileSync(join(root, folder, name), 'utf8')] as const)
    for (const [game, { rules }] of Object.entries(host.games())) {
      // Transcripts stand below them: they are tables of what was told, no playthroughs.
      const goldens = texts(`crates/${game}/tests/golden`, '.txt').filter(([name]) => !name.includes('transcripts'))
      const logs = texts(`corpus/${game}`, '.jsonl')
      expect(goldens.length, game).toBeGreaterThan(3)
      expect(logs.length, game).toBeGreaterThan(2)
      const questions = [...goldens.map(([, text]) => ({ golden: { text } })), ...logs.map(([, log]) => ({ replay: { log } }))]
      const answers = await page.evaluate(asked, { rules: host.url + rules, questions })
      const led = answers.map(({ value }) => value as { hashes: string[] })
      for (const [n, [name, text]] of goldens.entries()) {
        expect(led[n]?.hashes.at(-1), `${game}/${name}`).toBe(/hash (\w+)\s*$/.exec(text)?.[1])
      }
      for (const [n, [name]] of logs.entries()) {
        const known = readFileSync(join(root, `corpus/${game}`, name.replace('.jsonl', '.hashes')), 'utf8')
        expect(led[goldens.length + n]?.hashes, `${game}/${name}`).toEqual(known.trim().split('\n'))
      }
    }
    expect(trouble).toEqual([])
    await context.close()
  })

  test('the first table weighs less than 1.5 MB, and a game is fetched when it is opened', async () => {
    const { page, context } = await hall.open(desktop)
    const asked: Request[] = []
    page.on('requestfinished', (request) => asked.push(request))
    const begun = performance.now()
    await page.goto(host.url)
    const home = performance.now() - begun
    await page
      .getByRole('button', { name: /Play against a bot: Bring Proof/ })
      .first()
      .click()
    await turnTo(page)
    const table = performance.now() - begun
    // What the service worker fetches for later is not waited for.
    const own = asked.filter((request) => request.serviceWorker() === null).map((request) => new URL(request.url()).pathname)
    const bytes = own.reduce((sum, path) => sum + (host.sent.get(path) ?? NaN), 0)
    const fetched = own.filter((path) => path.includes('/rules/'))
    expect(fetched.length, fetched.join(' ')).toBe(1)
    expect(bytes).toBeGreaterThan(300_000)
    console.log(`home ${home.toFixed(0)} ms, first table ${table.toFixed(0)} ms, ${bytes} bytes`)
    expect(bytes).toBeLessThan(1_500_000)
    await context.close()
  })

  test('with the network off one game of each book is played to its end, kept, and carried to a server', async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, acceptDownloads: true }, { only: false })
    await installed(page, host.url)
    host.stop()
    await context.setOffline(true)
    await page.reload()

    // Bring Proof against a bot; the page is left in the middle of it, and comes back.
    await lay(page, host.url, 'triplanes', 'bring-proof', 7)
    const pick = chance(5)
    for (let n = 0; n < 6; n++) await press(page, pick)
    const before = await eventsOf(page)
    await page.reload()
    await turnTo(page)
    expect(await eventsOf(page)).toBe(before)
    for (let n = 0; n < 1500 && !(await isOver(page)); n++) await press(page, pick)
    expect(await isOver(page)).toBe(true)
    await page.keyboard.press('Escape')
    const [saved] = await Promise.all([page.waitForEvent('download'), menu(page, /Download the log/)])
    const log = join(host.folder, 'carried.jsonl')
    await saved.saveAs(log)
    const verified = execFileSync(program(), ['replay', log, '--verify', '--json'], { encoding: 'utf8' })
    expect(JSON.parse(verified)).toMatchObject({ ok: true })
    const carried = await hall.make({ log: readFileSync(log, 'utf8'), hot_seat: true, seats: [] })
    expect(carried.keys.length).toBe(2)

    // A whole war, alone.
    await lay(page, host.url, 'worlds', 'core', 2)
    let now = await ready(page)
    for (let n = 0; n < 400 && now !== 'over'; n++) now = await rest(page)
    expect(await isOver(page)).toBe(true)

    // A patrol, alone.
    await lay(page, host.url, 'victory', 'frank-luke', 3)
    expect(await playOn(page, 400)).toBeGreaterThan(3)
    expect(await isOver(page)).toBe(true)

    // Horsell Common against a bot.
    await lay(page, host.url, 'hussars', 'horsell', 3)
    let kind = await decision(page)
    for (let n = 0; n < 400 && kind !== 'over'; n++) {
      const away = page.getByRole('button', { name: 'Put this report away' })
      if ((await away.count()) > 0) await away.click()
      const printed = page.getByRole('button', { name: /Take all printed places/ })
      if (kind === 'deploy' && (await printed.count()) > 0) await answerHussars(page, () => printed.click())
      else if (['deploy', 'fire', 'move', 'continue'].includes(kind)) await endStep(page)
      else if (kind === 'watch') await answerHussars(page, () => hold(page).click())
      else if (kind === 'mark') await answerHussars(page, () => page.locator('.desk .brass').click())
      else await firstRow(page)
      kind = await decision(page)
    }
    expect(kind).toBe('over')

    // A lesson, from home.
    await begin(page, host.url, /Learn to fly/)
    expect(await follow(page, 6)).toBe('step')

    // All of them are on the list of this browser, and what needs a server is not offered.
    await page.goto(host.url)
    await expect.poll(() => page.getByText(/^Finished \(4\)/).count()).toBe(1)
    await expect.poll(() => page.getByRole('link', { name: 'Account' }).count()).toBe(0)
    await page.getByText('everything happens in this browser').first().waitFor()
    // The rule book reads on, and its search finds what the program finds.
    await page.goto(`${host.url}#/book/triplanes`)
    await page.getByRole('searchbox').fill('heat ray')
    const known = JSON.parse(execFileSync(program(), ['rules', '--search', 'heat', 'ray', '--json'], { encoding: 'utf8' })) as {
      id: string
    }[]
    const others = known
      .slice(0, 100)
      .map((rule) => rule.id)
      .filter((id) => !/^(TT|INV)-/.test(id))
    const hits = page.locator('h2', { hasText: /in other books/ }).locator('+ ul small')
    await expect.poll(() => hits.allInnerTexts().then((all) => all.map((text) => text.split(' · ').at(-1)))).toEqual(others.slice(0, 40))
    expect(trouble).toEqual([])
    await context.close()
    await host.start()
  }, 400_000)
})
