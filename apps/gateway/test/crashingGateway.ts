import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createLog } from '@portico/server'
import { readConfig } from '../src/app/config/readConfig.ts'
import { createApp } from '../src/app/createApp.ts'
import { createServices } from '../src/app/createServices.ts'

/*
 * A gateway that is killed (SIGKILL) as soon as it reaches the step `CRASH_AT` of sending an operation, and whose clock is `CLOCK_MS`
 * ahead.
 */
const { CRASH_AT, CLOCK_MS = '0' } = process.env
const services = await createServices({
  config: readConfig(process.env),
  log: createLog({ level: 'warn' }),
  now: () => Date.now() + Number(CLOCK_MS),
  reach(step) {
    if (step !== CRASH_AT) return
    process.kill(process.pid, 'SIGKILL')
    // Nothing happens after this, whenever the signal arrives.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
})
const server = serve({ fetch: createApp(services).fetch, hostname: '127.0.0.1', port: 0 }) as Server
if (!server.listening) await new Promise<void>((resolve) => server.once('listening', resolve))
console.log(`gateway ready http://127.0.0.1:${(server.address() as AddressInfo).port}`)
