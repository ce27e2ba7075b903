/** What a browser keeps of a site: two people on one screen without a network, and matches that today's rules do not lead to. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { Host, installed, rules } from './offline-support'
import { againstBot, chance, desktop, eventsOf, Hall, isOver, matchOf, menu, press, program, turnTo } from './support'

describe.skipIf(!rules)('what a browser keeps', () => {
  const hall = new Hall(rules !== undefined)
  const host = new Host()

  test('with the network off two people play a battle on one screen to its end, with a reload in the middle', async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, acceptDownloads: true })
    await installed(page, host.url)
    host.stop()
    await context.setOffline(true)
    await page.goto(`${host.url}#/new/triplanes/simple-battle`)
    await page
      .getByRole('group', { name: /Martian/ })
      .getByRole('radio', { name: /this screen/i })
      .check()
    await page.getByRole('button', { name: 'Set the table' }).click()
    const pick = chance(5)
    const seats: (string | null)[] = []
    /** Presses until the screen is covered for the other one, or the match is over. */
    const sitting = async () => {
      for (let n = 0; n < 200; n++) {
        const what = await turnTo(page)
        if (what === 'cover' || what === 'over') return what
        await press(page, pick)
      }
      throw new Error('nobody else is ever asked')
    }
    for (let n = 0; n < 5; n++) {
      expect(await sitting()).toBe('cover')
      // Nothing of the one who has sealed is to be seen.
      expect(await page.locator('.frame').isVisible()).toBe(false)
      await press(page, pick)
      await turnTo(page)
      seats.push(await page.locator('.console h2').first().innerText())
    }
    expect(new Set(seats).size).toBeGreaterThan(1)

    const [before, match] = [await eventsOf(page), await matchOf(page)]
    expect(before).toBeGreaterThan(0)
    await page.reload()
    await turnTo(page)
    expect(await matchOf(page)).toBe(match)
    // Whoever sat last is behind a cover again, and has seen what he had seen.
    if ((await turnTo(page)) === 'cover') await press(page, pick)
    await expect.poll(() => eventsOf(page)).toBeGreaterThanOrEqual(before)

    for (let n = 0; n < 1500 && !(await isOver(page)); n++) await press(page, pick)
    expect(await isOver(page)).toBe(true)
    await page.keyboard.press('Escape')
    const [saved] = await Promise.all([page.waitForEvent('download'), menu(page, /Download the log/)])
    const log = join(host.folder, 'two.jsonl')
    await saved.saveAs(log)
    const verified = execFileSync(program(), ['replay', log, '--verify', '--json'], { encoding: 'utf8' })
    expect(JSON.parse(verified)).toMatchObject({ ok: true })
    // Both seats gave orders.
    expect(readFileSync(log, 'utf8')).toMatch(/"seat":0[^]*"seat":1/)
    expect(trouble).toEqual([])
    await context.close()
    await host.start()
  })

  test('a match of other rules says why it can not be played, is saved as a file, and stays', async () => {
    const { page, context, trouble } = await hall.open({ ...desktop, acceptDownloads: true })
    const pick = chance(3)
    let [match, began] = ['', { row: '', steps: [] as string[] }]
    // A match that has begun and is not over: who flies at random may be gone after a turn.
    for (let tries = 0; tries < 12; tries++) {
      await page.goto(host.url)
      await againstBot(page).click()
      await turnTo(page)
      match = (await matchOf(page))!
      began = await kept(page, match)
      for (let n = 0; n < 60 && began.steps.length < 3; n++) {
        await press(page, pick)
        began = await kept(page, match)
      }
      if ((await turnTo(page)) !== 'over') break
    }
    const before = await eventsOf(page)
    expect(began.steps.length).toBeGreaterThan(2)

    // The site has other rules than those by which it began.
    await rewrite(page, match, began.row.replace(/(\\"rules\\":)\d+/, '$199'))
    await page.reload()
    const words = page.locator('main.lost')
    await words.getByText(/Played under rules version 99; now \d+\./).waitFor()
    expect(await words.innerText()).toContain('still in this browser')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      words.getByRole('button', { name: 'Save the match as a file' }).click(),
    ])
    await words.getByText('The match is saved as a file.').waitFor()
    const log = readFileSync((await saved.path())!, 'utf8')
    expect(log).toMatch(/^\{"heatray":1,"game":"triplanes","rules":99,/)
    expect(log.trim().split('\n').length).toBeGreaterThan(2)
    // It is on the list of this browser as it was, and nothing of it is changed.
    await words.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'My matches' }).waitFor()
    await expect.poll(() => page.locator(`a[href*="${match}"]`).count()).toBe(1)
    expect((await kept(page, match)).steps).toEqual(began.steps)

    // Rules that lead elsewhere on the way are noticed at the step after.
    await rewrite(page, match, began.row.replace(/(\\"seed\\":)\d+/, '$112345'))
    await page.goto(`${host.url}#/m/${match}/${keyOf(began.row)}`)
    await page.reload()
    await words.getByText(/Step \d+: the stored match and today's rules differ\./).waitFor()

    // Where the rules of that day are, it is as it was left.
    await rewrite(page, match, began.row)
    await page.reload()
    await turnTo(page)
    expect(await eventsOf(page)).toBe(before)
    // And it goes on: a plan takes a few presses.
    const told: string[] = []
    let steps = began.steps.length
    for (let n = 0; n < 40 && steps === began.steps.length; n++) {
      told.push(await press(page, pick))
      steps = (await kept(page, match)).steps.length
    }
    expect(steps, told.join(', ')).toBeGreaterThan(began.steps.length)
    expect(trouble).toEqual([])
    await context.close()
  })
})

const keyOf = (row: string) => (JSON.parse(row) as { chairs: { key: string | null }[] }).chairs.find((chair) => chair.key)!.key

/** A match as the browser's database has it. */
function kept(page: Page, match: string): Promise<{ row: string; steps: string[] }> {
  return page.evaluate(async (match) => {
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        asked.onsuccess = () => done(asked.result)
        asked.onerror = () => fail(asked.error ?? new Error('not read'))
      })
    const database = await done(indexedDB.open('heatray'))
    const reading = database.transaction(['rows', 'steps'])
    const [row, steps] = await Promise.all([
      done(reading.objectStore('rows').get(match) as IDBRequest<string>),
      done(reading.objectStore('steps').getAll(IDBKeyRange.bound([match, 0], [match, Infinity])) as IDBRequest<string[]>),
    ])
    database.close()
    return { row, steps }
  }, match)
}

/** Puts another beginning of a match there, as a site of other rules would have written it. */
async function rewrite(page: Page, match: string, row: string) {
  await page.evaluate(
    async ({ match, row }) => {
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const asked = indexedDB.open('heatray')
        asked.onsuccess = () => done(asked.result)
        asked.onerror = () => fail(asked.error ?? new Error('not opened'))
      })
      const writing = database.transaction('rows', 'readwrite')
      writing.objectStore('rows').put(row, match)
      await new Promise<void>((done) => (writing.oncomplete = () => done()))
      database.close()
    },
    { match, row },
  )
}
