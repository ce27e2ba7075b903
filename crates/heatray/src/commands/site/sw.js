// Keeps the files of this site in the browser, so that it plays on without the network. `heatray export-site` writes which they
// are. A new version is fetched beside the old one, and takes its place when no window of the old one is open any more.
const files = /* the files of this site */ []
const version = /* the version of this site */ ''
const name = `heatray-${version}`

const addressOf = (path) => new URL(path === 'index.html' ? './' : path, self.registration.scope).href

self.addEventListener('install', (event) => {
  // Not out of another cache, which may have an older version of them.
  const asked = files.map((path) => new Request(addressOf(path), { cache: 'no-cache' }))
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(asked)))
})

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const all = await caches.keys()
    await Promise.all(all.filter((other) => other.startsWith('heatray-') && other !== name).map((other) => caches.delete(other)))
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  const kept = async () => {
    const cache = await caches.open(name)
    const page = request.mode === 'navigate' ? addressOf('index.html') : request
    return (await cache.match(page, { ignoreSearch: request.mode === 'navigate' })) ?? fetch(request)
  }
  event.respondWith(kept())
})
