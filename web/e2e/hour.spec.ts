import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { begin, follow } from './lesson-support'
import { Hall, byHand, chance, desktop, phone, press, settled, shot, still, turnTo, visit } from './support'
import { armed, rival, sides } from './triplanes-support'
import { answer, invaded, obvious, ready, table, take } from './worlds-support'

/** What somebody meets in the first hour, in three windows, by `cargo xtask screenshots`: docs/screenshots.md shows them. */
const wanted = Boolean(process.env['HEATRAY_SHOTS'])
const hall = new Hall(wanted)
/** There are many of them: each is a light picture. */
const LIGHT = 45

const windows: [number, BrowserContextOptions][] = [
  [1440, desktop],
  [1366, { ...desktop, viewport: { width: 1366, height: 768 } }],
  // At twice the dots a picture of a phone would weigh four times as much.
  [390, { ...phone, deviceScaleFactor: 1.5, colorScheme: 'light' }],
]

/** The address of the first open seat of a match. */
async function make(wish: object): Promise<string> {
  const made = await hall.make(wish)
  return `${hall.url}/#/m/${made.match}/${made.keys[0]!.key}`
}

/** Two airplanes close to two tripods: somebody will fire, and somebody will fall. */
const duel = {
  seed: 4,
  seats: rival,
  position: {
    seats: sides,
    vehicles: [
      { model: 'nieuport_16', seat: 0, at: { x: 380, y: 300 }, facing: 10 },
      { model: 'sopwith_camel', seat: 0, at: { x: 560, y: 330 }, facing: 345 },
      { model: 'mk1_locust', seat: 1, at: { x: 430, y: 590 }, facing: 170 },
    ],
  },
}

/** On a small window a report is folded to its line: the picture shows it open. */
async function unfold(page: Page) {
  const fold = page.locator('.since .fold[aria-expanded="false"]')
  if ((await fold.count()) > 0) await fold.click()
}

for (const [width, size] of windows) {
  const picture = async (page: Page, what: string) => {
    await still(page)
    await shot(page, `hour-${what}-${width}`, LIGHT)
  }

  test.skipIf(!wanted)(`${width}: home, a briefing and a lesson`, async () => {
    const { page, context } = await hall.open(size)
    await page.goto(hall.url)
    await page.locator('article .picture svg').first().waitFor()
    await page.waitForLoadState('networkidle')
    await picture(page, 'home')
    await visit(page, await make({ setup: { scenario: 'bring-proof', options: { setup: 'quick' } }, seed: 51, seats: rival }))
    await turnTo(page)
    await page.locator('.aim').click()
    await picture(page, 'briefing')
    await begin(page, hall.url, /Learn to fly/)
    await follow(page, 4, Boolean(size.hasTouch))
    await picture(page, 'lesson')
    await context.close()
  })

  test.skipIf(!wanted)(`${width}: the sheet of an enemy, odds, a report and an end`, async () => {
    const { page, context } = await hall.open(size, byHand)
    await visit(page, await make(armed))
    expect(await turnTo(page)).toBe('choice')
    await page.locator('.choices .choice').first().click()
    await picture(page, 'odds')
    const pick = chance(6)
    const report = page.locator('.since', { hasText: 'Turn 1: report' })
    for (let i = 0; i < 60 && !(await report.isVisible()); i++) await press(page, pick)
    await unfold(page)
    await picture(page, 'report')
    for (let i = 0; i < 1500 && (await turnTo(page)) !== 'over'; i++) await press(page, pick)
    await page.getByRole('dialog').waitFor()
    await picture(page, 'end')
    await visit(page, await make(duel))
    await turnTo(page)
    await page.locator('circle.vehicle[aria-label^="Locust"]').click()
    await page.getByRole('region', { name: 'Sheet of Locust' }).waitFor()
    await picture(page, 'sheet')
    await context.close()
  })

  test.skipIf(!wanted)(`${width}: a Martian phase and the report of a battle`, async () => {
    const { page, context } = await hall.open(size, { ...byHand, speed: 0.5 })
    await visit(page, await table(hall, 2))
    let now = await ready(page)
    const seen = { mars: false, battle: false }
    const report = page.locator('.since', { hasText: /battle in .*: report/i })
    for (let i = 0; i < 120 && !(seen.mars && seen.battle) && now !== 'over'; i++) {
      if (now.startsWith('Buy units')) {
        const zones = (await invaded(page)).map((z) => `In ${z}`)
        if (await take(page, /Siege Gun|Field Gun/, [...zones, 'In Birmingham', 'In Liverpool'])) {
          now = await ready(page)
          continue
        }
      }
      if (!seen.mars && now.startsWith('Move units')) {
        // The Martians act when the Humans are done: the picture is taken on their way, all else is played without motion.
        await page.emulateMedia({ reducedMotion: 'no-preference' })
        const acts = page.locator('path.march.mars, path.shot.ray').first()
        const [next] = await Promise.all([
          answer(page, () => page.locator('.choices .last').click()),
          acts
            .waitFor({ timeout: 8000 })
            .then(async () => {
              await shot(page, `hour-martians-${width}`, LIGHT)
              seen.mars = true
            })
            .catch(() => undefined),
        ])
        await page.emulateMedia({ reducedMotion: 'reduce' })
        now = next
        continue
      }
      now = await obvious(page)
      if (!seen.battle && (await report.isVisible())) {
        await settled(page)
        await unfold(page)
        await picture(page, 'battle')
        seen.battle = true
      }
    }
    expect(seen).toEqual({ mars: true, battle: true })
    await context.close()
  })
}
