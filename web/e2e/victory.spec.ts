import { expect, test } from 'vitest'
import { Hall, byHand, decision, desktop, isOver, phone, serious, settled, shot, still } from './support'
import { choose, lay, move, playOn, seed } from './victory-support'

const hall = new Hall()
const table = (wish: Parameters<typeof lay>[1]) => lay(hall, wish)

test('Frank Luke flies his last patrol alone, to its end', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(await table({ scenario: 'frank-luke', seed: 3 }))
  expect(await playOn(page, 400)).toBeGreaterThan(3)
  expect(await isOver(page)).toBe(true)
  const end = page.getByRole('dialog')
  await end.waitFor()
  // Why, when, how far either side came, what was lost; and nothing to turn up where nothing was hidden.
  const said = await end.innerText()
  expect(said).toMatch(/Rule WV-SCN-\d\d/)
  expect(said).toMatch(/hunter|balloon|last round/)
  expect(said).toMatch(/Round \d+ of 30/)
  expect(said).toMatch(/\d of 2 balloons shot down/)
  expect(said).toMatch(/Allies: .*\.\s*Germans: .*\./)
  expect(said).not.toContain('Show everything')
  expect(trouble).toEqual([])
  await context.close()
})

test('a duel against a bot: moves are built, shots are aimed, dice fall, it ends', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true }, byHand)
  await page.goto(await table({ scenario: 'recon', seed: 4 }))
  const seen = { fly: false, gun: false }
  await playOn(page, 600, async (kind) => {
    if (kind === 'fly' && !seen.fly) {
      seen.fly = true
      await still(page)
      await shot(page, 'victory-move')
      expect(await serious(page)).toEqual([])
    }
    if (kind === 'gun' && !seen.gun && (await page.locator('.desk .choice', { hasText: 'Fire at' }).count()) > 0) {
      seen.gun = true
      await page.getByLabel('The shot', { exact: true }).waitFor()
      await still(page)
      await shot(page, 'victory-shot')
      expect(await serious(page)).toEqual([])
    }
  })
  expect(seen).toEqual({ fly: true, gun: true })
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^WV-/ }).first().waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('a dogfight: planes, sun and a cloud are placed by hand, then it is fought to its end', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(await table({ scenario: 'dogfight', seed: 4, variant: 'matchup-2' }))
  const kinds = new Set<string>()
  await playOn(page, 900, async (kind) => {
    kinds.add(kind)
  })
  expect([...kinds]).toEqual(expect.arrayContaining(['place', 'sun', 'cloud', 'fly']))
  expect(trouble).toEqual([])
  await context.close()
})

test('a move is built step by step on the glass, taken back, and flown as it was foreseen', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(await table({ scenario: 'over-the-top', seed: 7 }))
  while ((await decision(page)) !== 'fly') await choose(page, [/everybody/, /whole move pass/])
  const left = async () => Number(await page.locator('.left b').innerText())
  const all = await left()
  const spots = page.locator('[data-spot]')
  await expect.poll(() => spots.count()).toBeGreaterThan(2)
  await page
    .locator('.desk')
    .getByRole('button', { name: /^Straight on\b/ })
    .first()
    .click()
  await settled(page)
  expect(await left()).toBe(all - 1)
  await page.locator('.desk').getByRole('button', { name: 'Undo' }).click()
  await settled(page)
  expect(await left()).toBe(all)
  // What is not offered says why, with its rule.
  await page.getByText('Why not another maneuver?').click()
  await page.locator('.barred button').first().click()
  expect(await page.getByRole('alert').innerText()).toMatch(/WV-[A-Z]{3}-\d\d/)
  await page.keyboard.press('Escape')
  // A hex that glows is a step as well.
  await page.locator('[data-spot][aria-label*="Straight on"]').first().click()
  await settled(page)
  expect(await left()).toBe(all - 1)
  // What is only half made is taken back before any order is.
  await page.keyboard.press('Control+z')
  await settled(page)
  // The throttle is a press on the panel, and the button says what speed comes of it.
  const throttle = page.getByRole('button', { name: /^Throttle \d+$/, pressed: false }).first()
  const to = /\d+/.exec((await throttle.getAttribute('aria-label'))!)![0]
  await throttle.click()
  await page.getByRole('button', { name: `Throttle ${to}`, pressed: true }).waitFor()
  await settled(page)
  const promised = /speed (-?\d+)/.exec(await page.locator('.go .fly').innerText())![1]
  await page.keyboard.press('Enter')
  await page
    .getByText(new RegExp(`ends its move with cue -?\\d+, speed ${promised}\\.`))
    .first()
    .waitFor()
  await page.getByText(`sets the throttle to ${to}.`).first().waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('two on one screen with time freezing: the window offers to freeze, and to let the whole move pass', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/new/victory/free`)
  await page.getByRole('group', { name: 'Germans' }).getByText('On this screen').click()
  await page.getByLabel(/^Time freezing/).check()
  await seed(page, 3)
  await page.getByRole('button', { name: 'Set the table' }).click()
  let frozen = 0
  for (let n = 0; n < 300 && frozen === 0; n++) {
    const kind = await decision(page)
    expect(kind, 'the planes meet before the match is over').not.toBe('over')
    if (kind === 'window') {
      await page.getByRole('button', { name: /whole move pass/ }).waitFor()
      await still(page)
      await shot(page, 'victory-freeze')
      await page.getByRole('button', { name: /Freeze time/ }).click()
      await page
        .getByText(/freeze time after/)
        .first()
        .waitFor()
      // What stands still, and why, is a press away.
      await page.locator('.frozen button').click()
      await expect.poll(() => page.getByRole('alert').innerText()).toContain('WV-TFZ-01')
      frozen += 1
    } else if (kind === 'cover') await page.locator('.cover button').click()
    else if (kind === 'fly') await move(page)
    else await choose(page, [/everybody/])
    await settled(page)
  }
  expect(frozen).toBe(1)
  expect(trouble).toEqual([])
  await context.close()
})

test('a mission from the form is dealt, briefed and played', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/new/victory/mission`)
  await page.getByRole('radio', { name: 'Balloon' }).check()
  await seed(page, 3)
  await page.getByRole('button', { name: 'Set the table' }).click()
  await decision(page)
  await page.getByRole('tab', { name: 'Mission' }).click()
  await page.getByText('A balloon watches the front. It must go.').waitFor()
  await page.getByRole('tab', { name: 'In words' }).click()
  await page
    .getByText(/^Balloon, (Allies|Germans): column \d+, level \d+/)
    .first()
    .waitFor()
  await playOn(page, 800)
  expect(trouble).toEqual([])
  await context.close()
})

test('the sandbox is set up by names with pictures, with flak on a mat of mountains', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto(`${hall.url}/#/new/victory/free`)
  await page.getByLabel('Allied 1', { exact: true }).selectOption({ label: 'Sopwith Camel' })
  await page.getByRole('button', { name: 'German ground: add one more' }).click()
  await page.getByLabel('German ground 1', { exact: true }).selectOption({ label: 'Flak emplacement' })
  await page.getByLabel('Mats 1', { exact: true }).selectOption({ label: 'Mountains, mat D' })
  await seed(page, 3)
  await shot(page, 'victory-form')
  await page.getByRole('button', { name: 'Set the table' }).click()
  await decision(page)
  await page.getByRole('tab', { name: 'In words' }).click()
  await page.getByText(/^Sopwith Camel, Allies/).waitFor()
  await page.getByText(/^Flak emplacement, Germans: column \d+/).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone by touch: the fight fits, the steps and the big button are in reach', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto(await table({ scenario: 'over-the-top', seed: 5 }))
  while ((await decision(page)) !== 'fly') await choose(page, [/everybody/, /whole move pass/])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const go = await page.locator('.go .fly').boundingBox()
  expect(go!.height).toBeGreaterThanOrEqual(44)
  expect(go!.y + go!.height).toBeLessThanOrEqual(844)
  const hex = await page.locator('[data-spot]').first().boundingBox()
  expect(hex!.width).toBeGreaterThanOrEqual(36)
  await still(page)
  await shot(page, 'victory-phone')
  // The small map lies over nobody.
  const covered = () =>
    page.evaluate(() => {
      const map = document.querySelector('.sky')!.getBoundingClientRect()
      const planes = [...document.querySelectorAll('.glass [data-plane]')]
      return planes.filter((e) => {
        const r = e.getBoundingClientRect()
        return r.right > map.left && r.left < map.right && r.bottom > map.top && r.top < map.bottom
      }).length
    })
  expect(await covered()).toBe(0)
  await page.locator('[data-spot][aria-label*="Straight on"]').first().tap()
  await settled(page)
  await page.locator('.go .fly').tap()
  await page
    .getByText(/ends its move with cue/)
    .first()
    .waitFor()
  expect(trouble).toEqual([])
  await context.close()
})
