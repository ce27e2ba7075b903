/** What a browser keeps of a site: two people on one screen, without a network. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Host, installed, rules } from './offline-support'
import { chance, desktop, eventsOf, Hall, isOver, matchOf, menu, press, program, turnTo } from './support'

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
})
