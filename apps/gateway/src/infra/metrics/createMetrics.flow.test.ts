import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { readDeployMetrics } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { createWorkerMetrics } from '../../app/supervisor/createWorkerMetrics.ts'
import { createTestApp } from '../../testing/createTestApp.ts'

describe('createMetrics', () => {
  test('behavior: every metric that dashboard and alert rules name exists', async () => {
    const { services } = await createTestApp({
      rpcUrls: { 'eip155:31337': ['http://127.0.0.1:9'] },
      // Redis is set up, and unreachable, which takes no metric away but its own values.
      env: { ...gatewayEnv, WALLET_ORIGIN: 'http://wallet.localhost', REDIS_URL: 'redis://127.0.0.1:9' },
    })
    const { text } = await services.metrics.render()
    const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))
    // Read from Redis, which does not answer.
    for (const { name } of services.metrics.registry.getMetricsAsArray()) known.add(name)
    const workers = await createWorkerMetrics({ sources: () => [] }).render()
    for (const [, name] of workers.text.matchAll(/^# TYPE (\w+) /gm)) known.add(name)
    const named = readDeployMetrics(['gateway_', 'process_', 'nodejs_'])
    expect(named.length).toBeGreaterThan(25)
    expect(named.filter((name) => !known.has(name))).toEqual([])
    expect(text).toMatch(/^gateway_info\{version="\d+\.\d+\.\d+"\} 1$/m)
    expect(text).toMatch(/^gateway_redis_up 0$/m)
    expect(text).toMatch(/^gateway_streams 0$/m)
    expect(text).toMatch(/^gateway_rpc_sockets 0$/m)
  })
})
