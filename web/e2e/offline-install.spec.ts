/** Whether Chromium would offer to install the site like an app. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { Host, installed, rules } from './offline-support'
import { desktop, Hall } from './support'

/** What Chromium reads out of a manifest. */
interface Manifest {
  name?: string
  shortName?: string
  startUrl: string
  scope: string
  display: string
  preferRelatedApplications: boolean
  icons?: { url: string; sizes: string; type: string }[]
}

/** The smallest icon that Chromium installs a site with, in pixels. */
const SMALLEST = 144

/** What keeps the site from being installed, by the names that Chromium has for it. */
interface Verdict {
  /** By what it asks of a site, looked at here: the Chromium without a window asks for nothing. */
  ours: string[]
  /** By Chromium itself, where it is the whole browser; none where it is not. */
  chromium: string[] | null
}

async function verdict(page: Page, context: BrowserContext): Promise<Verdict> {
  const line = await context.newCDPSession(page)
  const told = await line.send('Page.getInstallabilityErrors')
  const all = told.installabilityErrors.map((error) => error.errorId)
  // Each context of a test is as a private window, of which the whole browser says so.
  const chromium = all.includes('in-incognito') ? all.filter((id) => id !== 'in-incognito') : null
  const read = (await line.send('Page.getAppManifest')) as { url: string; errors: object[]; data?: string; manifest?: Manifest }
  if (!read.data || !read.manifest || read.errors.length > 0) return { ours: ['manifest-empty'], chromium }
  const { name, shortName, startUrl, scope, display, preferRelatedApplications, icons = [] } = read.manifest
  const ours: string[] = []
  const must = (holds: boolean, otherwise: string) => holds || ours.push(otherwise)
  must(Boolean(name || shortName), 'manifest-missing-name-or-short-name')
  must(startUrl.startsWith(scope) && Object.hasOwn(JSON.parse(read.data) as object, 'start_url'), 'start-url-not-valid')
  must(['kStandalone', 'kFullscreen', 'kMinimalUi'].includes(display), 'manifest-display-not-supported')
  must(!preferRelatedApplications, 'prefer-related-applications')
  const drawn = await page.evaluate(async (icons) => {
    const one = async ({ url, sizes }: { url: string; sizes: string }) => {
      const image = new Image()
      image.src = url
      const is = await image.decode().then(
        () => true,
        () => false,
      )
      // One that is drawn by lines has any size: Chromium reads that as 0x0.
      if (!is) return 0
      return sizes === '0x0' ? Infinity : Math.min(...sizes.split('x').map(Number))
    }
    return Promise.all(icons.map(one))
  }, icons)
  must(
    drawn.some((size) => size >= SMALLEST),
    'manifest-missing-suitable-icon',
  )
  await context.setOffline(true)
  const alone = await page.evaluate(async (url) => {
    const answer = await fetch(url).catch(() => null)
    return Boolean(navigator.serviceWorker.controller && answer?.ok)
  }, startUrl)
  await context.setOffline(false)
  must(alone, 'not-offline-capable')
  return { ours, chromium }
}

describe.skipIf(!rules)('a site like an app', () => {
  const hall = new Hall(rules !== undefined)
  const host = new Host()

  async function judged(): Promise<Verdict> {
    const { page, context } = await hall.open(desktop)
    await installed(page, host.url)
    const found = await verdict(page, context)
    await context.close()
    return found
  }

  test('Chromium finds nothing that keeps the site from being installed', async () => {
    const { ours, chromium } = await judged()
    expect(ours).toEqual([])
    expect(chromium ?? []).toEqual([])
  })

  test('a manifest that is not in order is noticed', async () => {
    const file = join(host.folder, 'manifest.webmanifest')
    const good = readFileSync(file, 'utf8')
    const manifest = JSON.parse(good) as Record<string, unknown>
    const without = (name: string) => Object.fromEntries(Object.entries(manifest).filter(([other]) => other !== name))
    const broken: [text: string, why: string][] = [
      ['{', 'manifest-empty'],
      [JSON.stringify({ ...without('name'), short_name: '' }), 'manifest-missing-name-or-short-name'],
      [JSON.stringify({ ...manifest, display: 'browser' }), 'manifest-display-not-supported'],
      [JSON.stringify({ ...manifest, icons: [] }), 'manifest-missing-suitable-icon'],
      [
        JSON.stringify({ ...manifest, icons: [{ src: './icon.svg', sizes: '64x64', type: 'image/svg+xml' }] }),
        'manifest-missing-suitable-icon',
      ],
      [JSON.stringify({ ...manifest, prefer_related_applications: true }), 'prefer-related-applications'],
      [JSON.stringify(without('start_url')), 'start-url-not-valid'],
    ]
    for (const [text, why] of broken) {
      writeFileSync(file, text)
      const { ours, chromium } = await judged()
      expect(ours, text).toContain(why)
      if (chromium) expect(chromium, text).toContain(why)
    }
    writeFileSync(file, JSON.stringify({ ...manifest, icons: [{ src: './nothing.svg', sizes: 'any', type: 'image/svg+xml' }] }))
    expect((await judged()).ours).toContain('manifest-missing-suitable-icon')
    writeFileSync(file, good)
  })

  test('a site without its service worker is no app', async () => {
    const { page, context } = await hall.open({ ...desktop, serviceWorkers: 'block' })
    await page.goto(host.url)
    expect((await verdict(page, context)).ours).toEqual(['not-offline-capable'])
    await context.close()
  })
})
