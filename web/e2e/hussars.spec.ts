import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { answer, endStep, firstRow, hold, laid, placeOf, table } from './hussars-support'
import { Hall, byHand, decision, desktop, isOver, phone, serious, settled, shot, still } from './support'

const hall = new Hall()

/** Picks a stand on the table, presses bare ground near it, reads the price and marches. */
async function marchByHand(page: Page, seen: (card: string) => Promise<void>) {
  const stand = page.locator('[data-stand][data-lit="ready"]').first()
  const id = (await stand.getAttribute('data-stand'))!
  await stand.focus()
  await page.keyboard.press('Enter')
  await answer(page, () => page.locator('.desk .choice', { hasText: /^\d?\s*Move / }).click())
  expect(await decision(page)).toBe('path')
  const from = await placeOf(page, id)
  const rows = page.locator('.desk .choice')
  if ((await page.locator('.desk .choice', { hasText: /inch(es)?,|of .* inch/ }).count()) === 0)
    return answer(page, () => rows.first().click())
  const to = await page.evaluate(({ x, y }) => {
    const around = [
      [3, -44],
      [40, -30],
      [-40, -30],
      [50, 4],
      [-50, 4],
      [3, 46],
    ].map(([dx, dy]) => ({ x: x + dx!, y: y + dy! }))
    return around.find(
      (p) => document.elementFromPoint(p.x, p.y)?.closest('.surface') && !document.elementFromPoint(p.x, p.y)?.closest('.piece, .tools'),
    )
  }, from)
  expect(to, 'bare ground near the stand').toBeDefined()
  await page.mouse.click(to!.x, to!.y)
  await page.locator('.plan .go:not([disabled]), .tip').first().waitFor()
  if ((await page.locator('.tip').count()) > 0) {
    // A place that the rules forbid (too far from its comrades, say) is refused with its rule; an offer is not.
    expect(await page.getByRole('alert').innerText()).toMatch(/TH-[A-Z]{3}-\d\d/)
    await page.keyboard.press('Escape')
    await rows.first().click()
  }
  await laid(page)
  await seen(await page.locator('.plan').innerText())
  await answer(page, () => page.locator('.plan .go').click())
}

test('Horsell Common against a bot: set up, fired, marched by hand, to its end', async () => {
  const { page, context, trouble } = await hall.open({ ...desktop, bypassCSP: true }, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  const did = { fired: 0, marched: 0, told: 0, phase: '' }
  const slip = page.getByRole('status', { name: 'Since your last order' })
  let over = false
  for (let n = 0; n < 400 && !over; n++) {
    const kind = await decision(page)
    const phase = await page.locator('.where .quiet').innerText()
    const fresh = phase !== did.phase
    did.phase = phase
    // Losses are told on a slip, in the words of the log; whoever has read it puts it away.
    const losses = slip.locator('.lines > li')
    if (kind !== 'over' && (await losses.count()) > 0) {
      const last = await losses.last().innerText()
      expect(await page.getByRole('log').innerText()).toContain(last.replace(/\.$/, ''))
      did.told += 1
      if (did.told === 1) {
        await still(page)
        await shot(page, 'hussars-since')
      }
      await slip.getByRole('button', { name: 'Put this report away' }).click()
      expect(await slip.locator('li').count()).toBe(0)
    }
    if (kind === 'over') over = true
    else if (kind === 'deploy') {
      const printed = page.getByRole('button', { name: /Take all printed places/ })
      if ((await printed.count()) > 0) await answer(page, () => printed.click())
      else await endStep(page)
    } else if (kind === 'fire' && fresh && (await page.locator('.desk .stands button, .desk .choice').count()) > 0) {
      did.fired += 1
      await firstRow(page)
    } else if (kind === 'move' && fresh && did.marched < 4) {
      await marchByHand(page, async (card) => {
        did.marched += 1
        expect(card).toMatch(/TH-TER-\d\d/)
        expect(card).toMatch(/inch(es)? left/)
        if (did.marched > 1) return
        await still(page)
        await shot(page, 'hussars-march')
        expect(await serious(page)).toEqual([])
      })
    } else if (kind === 'fire' || kind === 'move' || kind === 'continue') await endStep(page)
    else if (kind === 'watch') {
      // Against a bot nobody is asked who has nothing to interrupt with.
      await expect.poll(() => page.locator('.desk .stands button, .desk .choice').count()).toBeGreaterThan(0)
      await answer(page, () => hold(page).click())
    } else if (kind === 'mark') await answer(page, () => page.locator('.desk .brass').click())
    else await firstRow(page)
  }
  expect(over && (await isOver(page))).toBe(true)
  expect(did.fired).toBeGreaterThan(3)
  expect(did.marched).toBeGreaterThan(1)
  expect(did.told).toBeGreaterThan(1)
  const end = page.getByRole('dialog')
  await end.waitFor()
  expect(await end.innerText()).toMatch(/Rule TH-VIC-01/)
  // It says why it was over, and what decided it.
  expect(await end.innerText()).toMatch(/How it was decided/)
  expect(await end.innerText()).toMatch(/All 10 turns were played|It was over in turn \d+ of 10/)
  expect(await end.innerText()).toMatch(
    /Victory points: Martians \d+, Humans \d+; (the (Martians|Humans) lead by \d+|as many on both sides)/,
  )
  expect(trouble).toEqual([])
  await context.close()
})

test('Weybridge from both seats: each sees his own, and of the other what was spotted', async () => {
  const [martian, human] = [await hall.open(desktop, byHand), await hall.open(desktop, byHand)]
  const links = await table(hall, 'weybridge', 5, [0, 1])
  const pages = [martian.page, human.page]
  for (const i of [0, 1]) await pages[i]!.goto(links[i]!)
  const stands = (page: Page, side: string) => page.locator(`[data-stand] .stand.${side}`).count()
  const set = async (page: Page) => {
    expect(await decision(page)).toBe('deploy')
    await answer(page, () => page.getByRole('button', { name: /Take all printed places/ }).click())
    await decision(page)
    await endStep(page)
  }
  // Who sets up first is the scenario's to say; the other one waits.
  const first = await Promise.any(pages.map(async (page, i) => (await decision(page), i)))
  await set(pages[first]!)
  const own = await stands(pages[first]!, first === 0 ? 'martian' : 'human')
  expect(own).toBeGreaterThan(0)
  await set(pages[1 - first]!)
  // The guns and battalions know each other; the Martians know but what they have spotted.
  await settled(pages[0]!)
  await settled(pages[1]!)
  const all = await stands(pages[1]!, 'human')
  const known = await stands(pages[0]!, 'human')
  expect(all).toBeGreaterThan(10)
  expect(known).toBeLessThan(all)
  await pages[0]!.getByRole('tab', { name: 'In words' }).click()
  const words = await pages[0]!.locator('.words').innerText()
  expect((words.match(/battalion, infantry \d+, .* inch(?:es)? from the west/g) ?? []).length).toBeLessThanOrEqual(known)

  // An order that lies ready survives a reload of the page.
  await pages[0]!.getByRole('tab', { name: 'Log' }).click()
  while ((await decision(pages[0]!)) !== 'move') await endStep(pages[0]!)
  await pages[0]!.locator('[data-stand][data-lit="ready"]').first().click()
  await answer(pages[0]!, () =>
    pages[0]!
      .locator('.desk .choice', { hasText: /^\d?\s*Move / })
      .first()
      .click(),
  )
  expect(await decision(pages[0]!)).toBe('path')
  await pages[0]!.locator('.desk .choice').first().click()
  await laid(pages[0]!)
  const before = await pages[0]!.locator('.plan').innerText()
  await still(pages[0]!)
  await shot(pages[0]!, 'hussars-weybridge')
  await pages[0]!.reload()
  await decision(pages[0]!)
  await laid(pages[0]!)
  expect(await pages[0]!.locator('.plan').innerText()).toBe(before)
  await answer(pages[0]!, () => pages[0]!.locator('.plan .go').click())

  // The turn goes on until the humans fire; who fires is spotted.
  for (let n = 0; n < 60; n++) {
    const at = await Promise.any(pages.map(async (page, i) => ({ i, kind: await decision(page) })))
    const page = pages[at.i]!
    if (at.i === 1 && at.kind === 'fire') break
    if (at.kind === 'watch') await answer(page, () => hold(page).click())
    else if (at.kind === 'mark') await answer(page, () => page.locator('.desk .brass').click())
    else if (['fire', 'move', 'continue'].includes(at.kind)) await endStep(page)
    else await firstRow(page)
  }
  expect(await decision(pages[1]!)).toBe('fire')
  await still(pages[1]!)
  await shot(pages[1]!, 'hussars-fog')
  const gun = pages[1]!.locator('.desk .stands button').first()
  if ((await gun.count()) > 0) await gun.click()
  await pages[1]!.locator('.desk .choice').first().click()
  await laid(pages[1]!)
  expect(await pages[1]!.locator('.plan').innerText()).toMatch(/to hit/)
  const shooter = await pages[1]!.locator('[data-stand][data-lit="chosen"]').getAttribute('data-stand')
  await answer(pages[1]!, () => pages[1]!.locator('.plan .go').click())
  await pages[0]!
    .getByRole('log')
    .getByText(/fires its (field|heavy) gun at Tripod/)
    .first()
    .waitFor()
  await pages[0]!.locator(`[data-stand="${shooter}"]`).waitFor({ state: 'attached' })
  await settled(pages[0]!)
  expect(martian.trouble).toEqual([])
  expect(human.trouble).toEqual([])
  await martian.context.close()
  await human.context.close()
})

test('a stand is set up by hand: out of its zone it says why, inside two presses put it and the next is in hand', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  expect(await decision(page)).toBe('deploy')
  await page.locator('.unit div button').first().click()
  const box = (await page.locator('.surface').boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.3)
  expect(await page.getByRole('alert').innerText()).toMatch(/TH-HC-01/)
  await page.keyboard.press('Escape')
  // In the zone it is set up by the press, and the next stand is in the hand.
  await page.locator('.unit div button').first().click()
  const hand = page.getByRole('group', { name: 'In your hand' })
  const first = await hand.locator('h3').textContent()
  await hand.getByRole('button', { name: 'Turn right' }).click()
  await answer(page, () => page.mouse.click(box.x + box.width / 2 + 100, box.y + box.height * 0.86))
  await page.getByText(`${first} is set up `).first().waitFor()
  await expect.poll(() => hand.locator('h3').textContent()).not.toBe(first)
  expect(await hand.innerText()).toMatch(/Then \d+ stands left to place: /)
  await answer(page, () => page.mouse.click(box.x + box.width / 2 + 160, box.y + box.height * 0.86))
  // One that stands wrongly is pressed, turned and put again; nothing else is in the way of that.
  await decision(page)
  await page
    .locator('[data-stand]')
    .filter({ has: page.locator('.human') })
    .first()
    .click()
  await expect.poll(() => hand.innerText()).toMatch(new RegExp(`${first}[^]*It stands here, facing north-east`))
  await answer(page, () => hand.getByRole('button', { name: 'Turn right' }).click())
  await expect.poll(() => hand.innerText()).toMatch(new RegExp(`${first}[^]*It stands here, facing east`))
  expect(trouble).toEqual([])
  await context.close()
})

test('on a phone by touch: stands are large enough to press, the big button is in reach', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto((await table(hall, 'weybridge', 5, [1]))[1]!)
  expect(await decision(page)).toBe('deploy')
  await answer(page, () => page.getByRole('button', { name: /Take all printed places/ }).tap())
  await decision(page)
  await answer(page, () => page.getByRole('button', { name: /^Done placing/ }).tap())
  while ((await decision(page)) === 'watch') await answer(page, () => hold(page).tap())
  expect(await decision(page)).toBe('fire')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const tile = await page.locator('[data-lit="ready"] .tile').first().boundingBox()
  expect(tile!.width).toBeGreaterThanOrEqual(22)
  const gun = page.locator('.desk .stands button').first()
  if ((await gun.count()) > 0) await gun.tap()
  await page.locator('.desk .choice').first().tap()
  await laid(page)
  // Who fires and who is fired at are both in the window, however far apart they are.
  const within = async (selector: string) => {
    const [own, all] = [(await page.locator(selector).first().boundingBox())!, (await page.locator('.surface').boundingBox())!]
    return own.x >= all.x && own.y >= all.y && own.x + own.width <= all.x + all.width && own.y + own.height <= all.y + all.height
  }
  await expect.poll(() => within('[data-lit="chosen"] .tile')).toBe(true)
  await expect.poll(() => within('[data-lit="aimed"] .tile')).toBe(true)
  const go = await page.locator('.plan .go').boundingBox()
  expect(go!.height).toBeGreaterThanOrEqual(44)
  expect(go!.y + go!.height).toBeLessThanOrEqual(844)
  // Nothing lies on the line that was chosen, nor on its odds.
  for (const part of ['h3', '.what']) {
    const line = page.locator('.plan').locator(part).first()
    const own = (await line.boundingBox())!
    expect(own.y + own.height, part).toBeLessThanOrEqual(go!.y)
    const free = await line.evaluate((e) => {
      const { x, y, width, height } = e.getBoundingClientRect()
      return e.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
    expect(free, part).toBe(true)
  }
  await still(page)
  await shot(page, 'hussars-phone')
  // What a key leads to comes into the window, too: the sheet is moved, not scrolled away under the hand.
  await page.keyboard.press('Escape')
  const all = await page.locator('[data-stand]').evaluateAll((list) => list.map((e) => e.getAttribute('data-stand')))
  for (const id of [all[0], all.at(-1)]) {
    await page.locator(`[data-stand="${id}"]`).focus()
    await expect.poll(() => within(`[data-stand="${id}"] .tile`)).toBe(true)
  }
  expect(await page.locator('.surface').evaluate((e) => [e.scrollLeft, e.scrollTop])).toEqual([0, 0])
  expect(trouble).toEqual([])
  await context.close()
})
