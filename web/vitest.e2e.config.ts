import { defineConfig } from 'vitest/config'

// The whole program in a real browser: two files at a time, each with a server and a browser of its own.
export default defineConfig({
  test: {
    include: ['e2e/**/*.spec.ts'],
    environment: 'node',
    testTimeout: 180_000,
    hookTimeout: 60_000,
    // A test says what it waits for; how long that may take on a busy machine is said here.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    minWorkers: 2,
    sequence: { concurrent: false },
  },
})
