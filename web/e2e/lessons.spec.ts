import { expect, test } from 'vitest'
import { begin, coach, covered, follow, heard, obey } from './lesson-support'
import { Hall, anotherTable, byHand, desktop, matchOf, menu, phone, serious, shot, still } from './support'

const hall = new Hall()

test('a stranger who reads only the coach wins the first flight', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, hall.url, /Learn to fly: five minutes/)
  for (const step of [4, 5, 6]) {
    await follow(page, step)
    await still(page)
    expect(await covered(page, ['Locust', 'Nieuport 16']), `step ${step}`).toEqual([])
  }
  expect(await follow(page)).toBe('end')
  const end = page.getByRole('dialog')
  await expect.poll(() => end.innerText()).toContain('Earthlings won')
  // The coach has the last word on the end page, where nothing lies over it.
  expect(await end.innerText()).toContain('your first win')
  await end.getByRole('button', { name: 'Close' }).first().click()
  expect(await coach(page).innerText()).toContain('your first win')
  // Who has done it finds it done.
  await menu(page, /^Lessons/)
  await expect.poll(() => page.getByRole('dialog').innerText()).toContain('Done.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  // What comes next is one press away.
  const before = await matchOf(page)
  await coach(page).getByRole('button', { name: 'Bring Proof against the Cadet' }).click()
  await anotherTable(page, before)
  expect(await page.locator('.where').innerText()).toContain('Bring Proof')
  expect(await coach(page).count()).toBe(0)
  expect(trouble).toEqual([])
  await context.close()
})

test('a stranger commands the first tripod, presses a wrong card, and wins', async () => {
  const { page, trouble, context } = await hall.open({ ...desktop, viewport: { width: 1366, height: 768 } })
  await begin(page, hall.url, /The first tripod/)
  await follow(page, 4)
  // A card that stands still is laid before the run: it comes back, and the step is as it was.
  await page.locator('.fan').getByRole('button', { name: 'stand still' }).click()
  await expect.poll(() => coach(page).innerText()).toContain('Another one was meant')
  expect(await coach(page).innerText()).toContain('Run first')
  await obey(page)
  await expect.poll(() => coach(page).innerText()).not.toContain('Another one was meant')
  expect(await page.locator('.spaces .full').count()).toBe(0)
  expect((await heard(page)).step).toBe(4)
  for (let at = 4; at < 23;) {
    const heardNow = await heard(page)
    expect(heardNow.mood, heardNow.words).toBe('step')
    at = heardNow.step
    await still(page)
    expect(await covered(page, ['Locust', 'Nieuport 16']), heardNow.words).toEqual([])
    if (at < 23) await obey(page)
  }
  await shot(page, 'lesson-tripod')
  expect(await follow(page)).toBe('end')
  const end = page.getByRole('dialog')
  await expect.poll(() => end.innerText()).toContain('Martians won')
  expect(await end.innerText()).toContain('your ray cost it everything')
  await end.getByRole('button', { name: 'Two tripods against two airplanes' }).waitFor()
  expect(trouble).toEqual([])
  await context.close()
})

test('the first tripod can be commanded on a phone, by touch', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await begin(page, hall.url, /The first tripod/)
  expect(await follow(page, Infinity, true)).toBe('end')
  expect(trouble).toEqual([])
  await context.close()
})

test('a stranger follows the first turn of The War of the Worlds and its first battle', async () => {
  const { page, trouble, context } = await hall.open({ ...desktop, viewport: { width: 1366, height: 768 } })
  await begin(page, hall.url, /The first battle/)
  // He never lies over what he speaks of.
  for (let at = 1; at < 15;) {
    const heardNow = await heard(page)
    at = heardNow.step
    await still(page)
    expect(await covered(page, ['Newcastle', 'Scotland', 'Battle card', 'Hex C6', 'Hex B6']), heardNow.words).toEqual([])
    if (at < 15) await obey(page)
  }
  // Whoever goes away in the middle finds it on home, at the top.
  const step = (await heard(page)).step
  await page.getByRole('link', { name: 'Heatray, home' }).click()
  await page
    .locator('.poster')
    .getByRole('button', { name: new RegExp(`Go on: The first battle, step ${step} of`) })
    .click()
  await expect.poll(async () => (await heard(page)).step).toBe(step)
  await still(page)
  await shot(page, 'lesson-worlds')
  // A shot shows its odds in the list, before it is fired.
  await follow(page, 21)
  const green = page.locator('.choices .choice', { hasText: 'Fire at the green Tripod' })
  await green.locator('.odds .bar').waitFor()
  expect(await green.innerText()).toContain('31 %')
  expect(await follow(page)).toBe('end')
  expect(await coach(page).innerText()).toContain('Wave 1 is no more')
  expect(trouble).toEqual([])
  await context.close()
})

test('the flying school of Winged Victory: a stranger presses wrong things, and brings Luke home all the same', async () => {
  const { page, trouble, context } = await hall.open({ ...desktop, viewport: { width: 1366, height: 768 } })
  await begin(page, hall.url, /Flying school/)
  // Another step than the one that is meant, before and after the right one.
  await follow(page, 6)
  await page.locator('.desk .way', { hasText: 'Zoom climb' }).first().click()
  await expect.poll(() => coach(page).innerText()).toContain('One hex straight on first')
  expect(await coach(page).getAttribute('data-step')).toBe('6')
  await page.locator('.desk').getByRole('button', { name: 'Undo' }).click()
  await follow(page, 9)
  await still(page)
  await shot(page, 'lesson-victory')
  // A whole move of one's own: it stands by the rules, and the coach lays the table as it was.
  await page.locator('.desk').getByRole('button', { name: 'Undo' }).click()
  await page.locator('.desk .fly:not([disabled])').click()
  await expect.poll(async () => (await heard(page)).mood).toBe('astray')
  const before = await matchOf(page)
  await coach(page).getByRole('button', { name: 'Lay it as it was' }).click()
  await anotherTable(page, before)
  // A burst shows its odds in the list, and so does the card of the shot.
  await follow(page, 11)
  await page.locator('.desk .choice', { hasText: 'A long burst at Balloon 2' }).locator('.odds .bar').waitFor()
  await page.getByRole('region', { name: 'The shot' }).locator('.odds .bar').waitFor()
  expect(await follow(page)).toBe('end')
  const end = page.getByRole('dialog')
  await expect.poll(() => end.innerText()).toContain('Allies won')
  await end.getByRole('button', { name: 'Close' }).first().click()
  expect(await coach(page).innerText()).toContain('better than history')
  expect(trouble).toEqual([])
  await context.close()
})

test('the flying school can be followed on a phone, by touch', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await begin(page, hall.url, /Flying school/)
  await follow(page, 9, true)
  await still(page)
  await shot(page, 'phone-lesson-victory')
  expect(await follow(page, Infinity, true)).toBe('end')
  expect(trouble).toEqual([])
  await context.close()
})

test('a stranger advances at Horsell, and the pit is no more', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, hall.url, /A first advance at Horsell/)
  await follow(page, 14)
  await still(page)
  await shot(page, 'lesson-hussars')
  // A shot shows its odds in the list, and on the order that lies ready.
  await follow(page, 21)
  await page.locator('.rows .choice', { hasText: 'Field gun at First cylinder' }).locator('.odds .bar').first().waitFor()
  await follow(page, 22)
  await page.locator('.plan .shots .odds .bar').first().waitFor()
  expect(await follow(page)).toBe('end')
  expect(await coach(page).innerText()).toContain('The pit is destroyed')
  expect(trouble).toEqual([])
  await context.close()
})

test('the advance bears a wrong press and another order', async () => {
  const { page, trouble, context } = await hall.open(desktop, byHand)
  await begin(page, hall.url, /A first advance at Horsell/)
  await follow(page, 8)
  // Another way than the one that is meant gets a sentence, and can be laid aside.
  await page.locator('.rows .choice', { hasText: 'Go east' }).first().click()
  await expect.poll(() => coach(page).innerText()).toContain('Toward the pit')
  expect(await coach(page).getAttribute('data-step')).toBe('8')
  // Given all the same it stands, by the rules: the table can be laid as it was.
  await page.locator('.desk .go').click()
  await expect.poll(async () => (await heard(page)).mood).toBe('astray')
  const before = await matchOf(page)
  await coach(page).getByRole('button', { name: 'Lay it as it was' }).click()
  await anotherTable(page, before)
  expect((await heard(page)).step).toBe(8)
  await follow(page, 11)
  expect(trouble).toEqual([])
  await context.close()
})

test('the advance can be followed on a phone, by touch', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await begin(page, hall.url, /A first advance at Horsell/)
  await follow(page, 22, true)
  await still(page)
  await shot(page, 'phone-lesson-hussars')
  expect(await follow(page, Infinity, true)).toBe('end')
  expect(trouble).toEqual([])
  await context.close()
})

test('the first flight can be followed on a phone, by touch', async () => {
  const { page, trouble, context } = await hall.open(phone)
  await begin(page, hall.url, /Learn to fly: five minutes/)
  await follow(page, 4, true)
  await still(page)
  await shot(page, 'phone-lesson')
  expect(await covered(page, [])).toEqual([])
  expect(await follow(page, Infinity, true)).toBe('end')
  expect(trouble).toEqual([])
  await context.close()
})

test('a wrong press gets a sentence, another order a way back, and the lesson goes on', async () => {
  const { page, trouble, context } = await hall.open({ ...desktop, bypassCSP: true }, byHand)
  await begin(page, hall.url, /Learn to fly/)
  await follow(page, 4)
  await still(page)
  await shot(page, 'lesson')
  expect(await serious(page)).toEqual([])
  // Another card than the one that is meant.
  await page.locator('.fan').getByRole('button', { name: 'left 60°' }).click()
  await expect.poll(() => coach(page).innerText()).toContain('Another one was meant')
  expect(await coach(page).innerText()).toContain('Not that one yet')
  expect((await heard(page)).step).toBe(4)
  // He points at the card that lies wrong: pressed, it comes back, and the step is as it was.
  await obey(page)
  await expect.poll(() => coach(page).innerText()).not.toContain('Another one was meant')
  expect(await page.locator('.spaces .full').count()).toBe(0)
  expect((await heard(page)).step).toBe(4)
  await page.locator('.fan').getByRole('button', { name: 'left 60°' }).click()
  await expect.poll(() => coach(page).innerText()).toContain('Another one was meant')
  // And two more of one's own: a legal plan, but not the lesson's.
  await page.locator('.fan').getByRole('button', { name: 'straight 29 mm' }).click()
  await page.locator('.fan').getByRole('button', { name: 'straight 29 mm' }).click()
  await page.locator('.desk .go:not([disabled])').click()
  await expect.poll(async () => (await heard(page)).mood).toBe('astray')
  expect(await serious(page)).toEqual([])
  const before = await matchOf(page)
  await coach(page).getByRole('button', { name: 'Lay it as it was' }).click()
  await anotherTable(page, before)
  expect((await heard(page)).step).toBeGreaterThanOrEqual(4)
  expect(await follow(page)).toBe('end')
  expect(trouble).toEqual([])
  await context.close()
})

test('back takes the table back, and a reload or a walk home takes the lesson up again', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, hall.url, /Learn to fly/)
  await follow(page, 9)
  const before = await matchOf(page)
  await page.reload()
  await coach(page).waitFor()
  expect((await heard(page)).step).toBe(9)
  // One order back: the table is laid as it was before the shot, and its line is chosen anew.
  await coach(page).getByRole('button', { name: 'Back' }).click()
  await anotherTable(page, before)
  expect((await heard(page)).step).toBe(7)
  await page.getByRole('link', { name: 'Heatray, home' }).click()
  await page.getByRole('button', { name: /Go on: Learn to fly, step 7 of/ }).click()
  expect((await heard(page)).step).toBe(7)
  expect(await follow(page)).toBe('end')
  expect(trouble).toEqual([])
  await context.close()
})

test('who sends the coach away plays on, and can call him back', async () => {
  const { page, trouble, context } = await hall.open(desktop)
  await begin(page, hall.url, /Learn to fly/)
  await obey(page)
  await coach(page).getByRole('button', { name: 'Skip' }).click()
  expect(await coach(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Lesson: take it up again' }).click()
  expect((await heard(page)).step).toBe(2)
  // By keyboard: the thing that is meant takes the focus.
  await follow(page, 4)
  await coach(page).getByRole('button', { name: 'Show me' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await heard(page)).step).toBe(5)
  expect(trouble).toEqual([])
  await context.close()
})
