import { expect, test } from 'vitest'
import { answer, endStep, firstRow, laid, placeOf, table, until } from './hussars-support'
import { Hall, byHand, decision, desktop, menu, phone, settled } from './support'

/** What people stumbled over who saw the table for the first time. */
const hall = new Hall()

/** A battle at its beginning, with the dice that come first. */
async function stacked(scenario: string, stack: number[], seat: number): Promise<string> {
  const options = {
    section_4: false,
    human_overwatch: true,
    overflight: false,
    natural_six: false,
    gas_turns: 1,
    indirect_fire: false,
    hidden_stands: true,
    gas_any: true,
    three_shots: false,
    stream_any: true,
    ridge_always: true,
    flyer_mutual: false,
    crew: 'regular',
    free_organisation: false,
    scenario_dice: true,
  }
  const seats = [0, 1].map((n) => (n === seat ? { kind: 'open' } : { kind: 'bot', bot: 'random' }))
  const made = await hall.make({ game: 'hussars', seed: 3, position: { scenario, options, stack }, seats })
  return `${hall.url}/#/m/${made.match}/${made.keys.find((k) => k.seat === seat)!.key}`
}

const overlap = (a: { x: number; y: number; width: number; height: number }, b: typeof a) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('the report since the last order covers no stand: one line below the table on a phone, a free corner elsewhere', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  const slip = page.getByRole('status', { name: 'Since your last order' })
  await until(page, async () => (await slip.locator('li').count()) > 0)
  await settled(page)
  const board = (await page.locator('.surface').boundingBox())!
  const line = (await slip.boundingBox())!
  expect(overlap(line, board)).toBe(false)
  expect(line.height).toBeLessThan(50)
  const fold = slip.getByRole('button', { name: /Since your last order/ })
  expect(await fold.getAttribute('aria-expanded')).toBe('false')
  await fold.tap()
  await slip.locator('li').first().waitFor()
  expect(overlap((await slip.boundingBox())!, board)).toBe(false)
  await slip.getByRole('button', { name: 'Put this report away' }).tap()
  expect(await slip.locator('li').count()).toBe(0)
  // Beside a large table it lies where nothing is to be pressed.
  await page.setViewportSize({ width: 1366, height: 768 })
  await until(page, async () => (await slip.locator('li').count()) > 0)
  await expect
    .poll(async () => {
      const own = (await slip.boundingBox())!
      const pieces = await page.locator('[data-stand]').all()
      const boxes = await Promise.all(pieces.map((piece) => piece.boundingBox()))
      return boxes.filter((box) => box && overlap(box, own)).length
    })
    .toBe(0)
  // It is small, and the edge by which somebody comes in stays clear.
  const [own, sheet] = [(await slip.boundingBox())!, (await page.locator('main').boundingBox())!]
  expect(own.width * own.height).toBeLessThan(0.08 * sheet.width * sheet.height)
  for (const edge of await page.locator('main .entry').all()) expect(overlap((await edge.boundingBox())!, own)).toBe(false)
  expect(trouble).toEqual([])
  await context.close()
})

test('taking back says before and after that dice fall anew', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'move')
  await firstRow(page)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const undo = page.getByRole('menuitem', { name: /Undo my last order/ })
  expect(await undo.innerText()).toMatch(/rolled or drawn since then comes anew/)
  await page.keyboard.press('Escape')
  await menu(page, /Undo my last order/)
  await page
    .getByRole('status')
    .filter({ hasText: /took (your|an) order back\. What was rolled or drawn since then comes anew/ })
    .waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('dice of an order that was taken back lie no longer on the desk', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  await until(page, (kind) => kind === 'move')
  await firstRow(page)
  expect(await decision(page)).toBe('path')
  const dice = page.getByRole('region', { name: 'Dice' })
  await dice.getByText(/rolls [\d, ]+: \d+ in/).waitFor()
  await answer(page, () => menu(page, /Undo my last order/))
  expect(await decision(page)).toBe('move')
  await dice.waitFor({ state: 'detached' })
  // The next ones are shown as ever.
  await firstRow(page)
  await dice.getByText(/rolls [\d, ]+: \d+ in/).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('a stand that comes in waits at its edge and goes where the table is pressed', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto((await table(hall, 'horsell', 3, [1]))[1]!)
  const bar = page.locator('.due')
  const edge = page.locator('.ground .whose', { hasText: /^Hussars/ })
  await until(page, async (kind) => kind === 'move' && /\(4 stands\) can come in now/.test(await bar.innerText()))
  expect(await edge.textContent()).toBe('Hussars: enter here now')
  const hussars = page.getByRole('group', { name: 'Hussars' }).getByRole('button')
  await hussars.first().click()
  await page.locator('.desk .choice', { hasText: /enter/i }).first().click()
  await laid(page)
  await answer(page, () => page.locator('.plan .go').click())
  expect(await decision(page)).toBe('path')
  // It is drawn where its way begins.
  const rider = page.locator('[data-stand][data-lit="chosen"]')
  const id = (await rider.getAttribute('data-stand'))!
  const gate = await placeOf(page, id)
  const paper = (await page.locator('.paper').boundingBox())!
  expect(gate.x - paper.x).toBeLessThan(paper.width / 20)
  await page.mouse.click(gate.x + 50, gate.y + 10)
  await laid(page)
  const plan = page.locator('.plan')
  expect(await plan.innerText()).toMatch(/By hand/)
  const first = await plan.innerText()
  // The hand may drag it as well.
  await page.mouse.move(gate.x, gate.y)
  await page.mouse.down()
  await page.mouse.move(gate.x + 20, gate.y + 30, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => plan.innerText()).not.toBe(first)
  await laid(page)
  await answer(page, () => page.locator('.plan .go').click())
  expect(await decision(page)).toBe('move')
  const end = await placeOf(page, id)
  expect(Math.hypot(end.x - gate.x - 20, end.y - gate.y - 30)).toBeLessThan(8)
  expect(await bar.innerText()).toMatch(/\(3 stands\) can come in now/)
  // Once the troops have moved, the others wait for the next turn.
  await endStep(page)
  await until(page, async () => /Small arms/.test(await page.locator('header').first().innerText()))
  expect(await bar.innerText()).toMatch(/\(3 stands\) can come in next turn/)
  expect(await edge.textContent()).toBe('Hussars: turn 3')
  expect(trouble).toEqual([])
  await context.close()
})

test('a machine leaves its cylinder to the side that is pressed, and the way is drawn', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  // Both dice of the pit are sixes: two machines are assembled in the first turn.
  await page.goto(await stacked('horsell', [6, 6], 0))
  await until(page, (kind) => kind === 'move')
  const pit = page
    .locator('[data-stand]')
    .filter({ has: page.locator('.martian') })
    .first()
  expect(await pit.getAttribute('data-lit')).toMatch(/ready|chosen/)
  if ((await page.locator('.desk .choice').count()) === 0) await pit.click()
  expect(await page.locator('.desk .hint').innerText()).toMatch(/2 machines in .* are assembled; one steps out now/)
  await expect.poll(() => page.locator('.door').count()).toBe(8)
  // Of five machines that are alike one is offered, by the eight sides.
  const at = (await pit.locator('.tile').boundingBox())!
  await page.mouse.click(at.x + at.width / 2 + 70, at.y + at.height / 2)
  await laid(page)
  expect(await page.locator('.plan').innerText()).toMatch(/comes out to the east and faces that way/)
  await page.getByRole('button', { name: 'Turn right' }).click()
  await expect.poll(() => page.locator('.plan').innerText()).toMatch(/comes out to the (east|south-east)/)
  await answer(page, () => page.locator('.plan .go').click())
  expect(await decision(page)).toBe('path')
  await page
    .getByText(/leaves First cylinder/)
    .first()
    .waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('a sweep by hand lights whom it touches with what each needs, gas lies under the stands', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto((await table(hall, 'weybridge', 5, [0]))[0]!)
  const sweep = page.getByRole('button', { name: 'Lay a sweep' })
  // A target that a sweep can be laid on is known once the humans have moved or fired.
  await until(page, async (kind) => {
    if (kind !== 'fire') return false
    const ready = await page.locator('[data-stand][data-lit="ready"]').evaluateAll((all) => all.map((e) => e.getAttribute('data-stand')))
    for (const id of ready) {
      await page.locator(`[data-stand="${id}"]`).focus()
      await page.keyboard.press('Enter')
      await settled(page)
      if ((await sweep.count()) > 0) return true
      await page.keyboard.press('Escape')
    }
    return false
  })
  const offered = page.locator('.desk .choice')
  await sweep.click()
  await offered.first().click()
  await laid(page)
  // The same by hand: a press on a stand that the offered line touches.
  const touched = page.locator('[data-stand][data-lit="aimed"]').first()
  const id = await touched.getAttribute('data-stand')
  await page.getByRole('button', { name: 'Something else' }).click()
  await sweep.click()
  await page.locator(`[data-stand="${id}"]`).focus()
  await page.keyboard.press('Enter')
  await laid(page)
  expect(await page.locator(`[data-stand="${id}"]`).getAttribute('data-lit')).toBe('aimed')
  expect(await page.locator('.plan').innerText()).toMatch(/It touches \d+ stands?, lit on the table/)
  expect(await page.locator('.plan').innerText()).toMatch(/\d\+ to hit/)
  await page.getByRole('button', { name: 'Something else' }).click()
  await page.getByRole('button', { name: 'Lay gas' }).click()
  await page.locator(`[data-stand="${id}"]`).focus()
  await page.keyboard.press('Enter')
  await laid(page)
  expect(await page.locator('.plan').innerText()).toMatch(/On the mark it covers \d+ stands?.*the mark is hit with \d\+/)
  await answer(page, () => page.locator('.plan .go').click())
  await decision(page)
  const cloud = page.locator('.gas')
  if ((await cloud.count()) > 0) {
    expect(
      Number(
        await cloud
          .locator('.haze')
          .first()
          .evaluate((e) => getComputedStyle(e).fillOpacity),
      ),
    ).toBeLessThan(0.5)
    expect(await cloud.first().textContent()).toContain('black gas')
    const above = await cloud
      .first()
      .evaluate((gas) => !!(gas.compareDocumentPosition(document.querySelector('.piece')!) & Node.DOCUMENT_POSITION_FOLLOWING))
    expect(above, 'stands are drawn over gas').toBe(true)
  }
  expect(trouble).toEqual([])
  await context.close()
})

test('overwatch is ticked by kind of stand and given in one press', async () => {
  const { page, context, trouble } = await hall.open(phone, byHand)
  await page.goto((await table(hall, 'weybridge', 5, [1]))[1]!)
  await until(page, (kind) => kind === 'mark')
  const boxes = page.getByRole('group', { name: 'Stands on overwatch' })
  const give = page.locator('.desk .brass')
  const all = Number(/\d+/.exec(await give.innerText())![0])
  expect(all).toBeGreaterThan(12)
  const shown = boxes.locator('input').filter({ visible: true })
  await expect.poll(() => shown.count()).toBeLessThan(9)
  const kind = boxes.getByRole('checkbox').first()
  await kind.tap()
  await expect.poll(() => give.innerText()).not.toContain(String(all))
  await boxes.locator('summary').first().tap()
  await expect.poll(() => shown.count()).toBeGreaterThan(9)
  await kind.tap()
  await expect.poll(() => give.innerText()).toContain(String(all))
  await answer(page, () => give.tap())
  await page
    .getByText(/On overwatch: /)
    .first()
    .waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('the sight tool says what its lines mean and what is in the way', async () => {
  const { page, context, trouble } = await hall.open(desktop, byHand)
  await page.goto((await table(hall, 'weybridge', 5, [1]))[1]!)
  await until(page, (kind) => kind === 'fire')
  await page.getByRole('button', { name: 'Sight', exact: true }).click()
  const key = page.getByRole('region', { name: 'What the lines mean' })
  await key.waitFor()
  let [heading, blocked] = ['', '']
  for (const own of await page
    .locator('[data-stand]')
    .filter({ has: page.locator('.human') })
    .all()) {
    const last = heading
    await own.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (heading = await key.locator('h3').innerText())).not.toBe(last)
    // The engine says what blocks a line; of some stands nothing is in the way.
    await settled(page)
    blocked = await key.innerText()
    if (/is in the way, [\d.]+ inch(es)? from/.test(blocked)) break
  }
  expect(blocked).toMatch(/it sees: /)
  expect(blocked).toMatch(/long range/)
  expect(blocked).toMatch(/is in the way, [\d.]+ inch(?:es)? from .*: (it rises to .* level|no line goes across it)/)
  await expect.poll(() => page.locator('.stop').count()).toBeGreaterThan(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('readings of the rules are folded in the form, each with what holds by default', async () => {
  const { page, context, trouble } = await hall.open(desktop)
  await page.goto(`${hall.url}/#/new/hussars/weybridge`)
  const fold = page.locator('details.readings')
  await fold.waitFor()
  expect(await fold.getAttribute('open')).toBe(null)
  expect(await fold.locator('summary').innerText()).toMatch(/How the rules are read\s+1\d readings, all as this scenario has them/)
  await page.getByRole('switch', { name: /^Hidden stands/ }).waitFor()
  await fold.locator('summary').click()
  expect(await fold.innerText()).toMatch(/By default: Any/)
  await fold.getByRole('radio', { name: 'Permanent' }).check()
  await expect.poll(() => fold.locator('summary').innerText()).toMatch(/1 of 1\d changed: Gas turns/)
  expect(trouble).toEqual([])
  await context.close()
})
