import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import config from '../../e2e/playwright.config.ts'
import { startStack } from '../../e2e/stack.ts'
import { processTree } from '../lib/cpuSeconds.mjs'
import { createLoads } from './createLoads.mjs'
import { printSeries } from './printSeries.mjs'
import { countUsers, readGrowth } from './readGrowth.mjs'

// Mixed load for a while: whether memory and open files stay flat, and how much the databases grow for what was done.
const seconds = Number(process.env.SOAK_SECONDS ?? 600)
const sampleMs = Math.max(1000, (seconds * 1000) / 60)
const parts = ['gateway', 'vault', 'wallet']

const stack = await startStack({
  // One address sends everything. Limits have tests of their own.
  env: () => ({
    RATE_LIMIT_ADDRESS: '1000000000',
    RATE_LIMIT_PROJECT: '1000000000',
    SIGN_IN_LIMIT_ADDRESS: '0',
    LOG_LEVEL: 'warn',
    // As `npm run gateway`, the units and the image start the servers.
    NODE_OPTIONS: '--max-semi-space-size=2',
  }),
})
const browser = await chromium.launch(config.use.launchOptions)
const samples = []
try {
  await stack.start('vault')
  await stack.start('wallet')
  const pids = Object.fromEntries(parts.map((part) => [part, findPid(`apps/${part}/src/server.ts`)]))
  const { loads } = createLoads({ stack, browser })
  const before = readGrowth(stack.dataDir)
  const usersBefore = countUsers(stack.dataDir)
  const start = performance.now()
  const end = start + seconds * 1000
  console.log(`Mixed load for ${seconds} s: ${loads.map(({ name, what }) => `${name} (${what})`).join(', ')}`)

  const sampling = (async () => {
    while (performance.now() < end) {
      samples.push({
        at: (performance.now() - start) / 1000,
        ...Object.fromEntries(
          parts.flatMap((part) => [
            [`${part} MB`, residentMb(pids[part])],
            [`${part} files`, readdirSync(`/proc/${pids[part]}/fd`).length],
          ]),
        ),
      })
      await sleep(sampleMs)
    }
  })()
  await Promise.all([sampling, ...loads.map((load) => load.run(() => end))])
  for (const load of loads) await load.close?.()

  console.log('\nDone and failed')
  console.table(
    loads.map(({ name, done, failed, lastError }) => ({
      '': name,
      done,
      failed,
      'last error': lastError ?? '',
    })),
  )
  printSeries(samples)

  const after = readGrowth(stack.dataDir)
  const grown = (file, tables) =>
    Object.entries(after[file]).reduce(
      (sum, [table, bytes]) => (tables.test(table) ? sum + bytes - (before[file][table] ?? 0) : sum),
      0,
    )
  const doneOf = (name) => loads.find((load) => load.name === name).done
  const signIns = doneOf('sign-ins')
  const logins = countUsers(stack.dataDir) - usersBefore
  const { messages } = loads.find(({ name }) => name === 'relay')
  const per = (bytes, count, factor) =>
    count === 0 ? 'none' : `${(((bytes / count) * factor) / 1e6).toFixed(2)} MB`
  const indexed =
    /^(transfers|coin_transfers|transactions|intervals|asked_accounts|anchors|tokens|nft_|user_operations)/
  const ofSignIns = /^(sessions|session_accounts|nonces)/
  const ofRest = { test: (table) => !indexed.test(table) && !ofSignIns.test(table) }
  console.log('\nGrowth of the databases, indexes included')
  console.table([
    {
      '': 'gateway, per 1,000 sign-ins (until the sessions expire)',
      size: per(grown('gateway', ofSignIns), signIns, 1000),
    },
    { '': 'gateway, per 1,000 embedded users', size: per(grown('gateway', ofRest), logins, 1000) },
    { '': 'vault, per 1,000 embedded users', size: per(grown('vault', /./), logins, 1000) },
    {
      '': 'gateway, indexed accounts (until nobody asks for them)',
      size: per(grown('gateway', indexed), 1, 1),
    },
    {
      '': 'relay, per million messages of 500 bytes (until its journal is compacted)',
      size: per(grown('relay', /./), messages, 1e6),
    },
  ])
} finally {
  await browser.close()
  await stack.close()
}

/** Finds the server that the stack has started. */
function findPid(entry) {
  const found = processTree(process.pid).find(({ pid }) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(entry),
  )
  if (!found) throw new Error(`${entry} does not run.`)
  return found.pid
}

function residentMb(pid) {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1000)
}
