import { defineConfig } from 'vitest/config'

// The whole program in a real browser: three files at a time, each with a server and a browser of its own. A test often waits
// for an answer, so that two at a time leave two cores idle now and then.
export default defineConfig({
  test: {
    include: ['e2e/**/*.spec.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // A test says what it waits for; how long that may take on a busy machine is said here.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 3,
    minWorkers: 3,
    sequence: { concurrent: false },
  },
})
