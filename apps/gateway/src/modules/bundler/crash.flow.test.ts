import { join } from 'node:path'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { startProgram, tempFolder } from '@portico/server/testing'
import type { Hex, PrivateKeyAccount } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundlerChain, createBundlerClient } from '../../../test/createBundlerClient.ts'
import { local, type SponsoredChain, startSponsoredChain } from '../../../test/startSponsoredChain.ts'
import { readConfig } from '../../app/config/readConfig.ts'
import { openDatabase } from '../../infra/database/openDatabase.ts'
import { createSecretKey } from '../projects/secretKey.ts'
import { createProjectStore } from '../projects/store.ts'
import { entryPoint } from './node/entryPoint.ts'
import type { Reach } from './sending/Reach.ts'

let chain: SponsoredChain
beforeAll(async () => {
  chain = await startSponsoredChain()
}, 60_000)
afterAll(() => chain?.stop())

type Step = Parameters<Reach>[0]

/** Starts gateways, one after the other, over one data folder. */
async function createPlace() {
  const folder = tempFolder()
  const { dataDir } = readConfig({ PORTICO_DATA_DIR: folder })
  const { key, hash } = createSecretKey()
  const database = await openDatabase({ dataDir })
  await createProjectStore({ database }).addKey({ id: 'test', projectId: 'local', hash, createdAt: 1 })
  await database.destroy()
  return async ({ crashAt, clockMs = 0 }: { crashAt?: Step; clockMs?: number } = {}) => {
    const program = startProgram({
      name: 'gateway',
      file: join(import.meta.dirname, '../../../test/crashingGateway.ts'),
      env: {
        ...gatewayEnv,
        PORTICO_DATA_DIR: folder,
        RPC_URLS: JSON.stringify({ [bundlerChain]: [chain.url] }),
        CATALOGUE_DIR: '/nonexistent',
        CLOCK_MS: `${clockMs}`,
        ...(crashAt ? { CRASH_AT: crashAt } : {}),
      },
    })
    const url = await program.ready
    const request = (path: string, init: RequestInit) => fetch(`${url}${path}`, init)
    return { ...program, ...createBundlerClient({ client: chain.client, key, request }) }
  }
}

/** How often an account's operations were executed. */
const countOf = async ({ address }: PrivateKeyAccount) => {
  const events = await chain.client.getContractEvents({
    ...entryPoint,
    eventName: 'UserOperationEvent',
    args: { sender: address },
    fromBlock: 0n,
  })
  return events.length
}

test('behavior: wherever the gateway is killed, no operation is lost, and none is sent twice', async () => {
  const start = await createPlace()
  const before = await chain.client.getTransactionCount({ address: local.relayer })
  const steps: readonly Step[] = ['checked', 'signed', 'stored', 'broadcast']
  const made: { step: Step; owner: PrivateKeyAccount; operation: Record<string, unknown> }[] = []
  for (const step of steps) {
    const gateway = await start({ crashAt: step })
    const owner = await chain.createAccount()
    const operation = await gateway.make({ owner })
    await expect(gateway.send(operation)).rejects.toThrow('fetch failed')
    expect(await gateway.ended).toBe('SIGKILL')
    made.push({ step, owner, operation })
  }
  const gateway = await start()
  // What was stored is sent without the client, and nothing else.
  const isStored = (step: Step) => step === 'stored' || step === 'broadcast'
  for (const { step, owner } of made)
    await expect.poll(() => countOf(owner), { timeout: 10_000 }).toBe(isStored(step) ? 1 : 0)
  // A client that got no answer sends the same bytes again.
  for (const { operation } of made) {
    const hash = await gateway.send(operation)
    await expect.poll(() => gateway.receipt(hash)).toMatchObject({ success: true })
    expect(await gateway.send(operation)).toBe(hash)
  }
  for (const { owner } of made) expect(await countOf(owner)).toBe(1)
  const after = await chain.client.getTransactionCount({ address: local.relayer })
  expect(after - before).toBe(made.length)
}, 120_000)

test('behavior: killed while it raises fees, it still sends one of the two', async () => {
  const start = await createPlace()
  await chain.node.setAutomine(false)
  try {
    const before = await chain.client.getTransactionCount({ address: local.relayer })
    const owner = await chain.createAccount()
    const first = await start()
    const operation = await first.make({ owner })
    const hash = await first.send(operation)
    const slow = ((await first.byHash(hash)) as { transactionHash: Hex }).transactionHash
    first.child.kill('SIGKILL')
    const second = await start({ crashAt: 'raise', clockMs: 25_000 })
    expect(await second.ended).toBe('SIGKILL')
    const third = await start({ clockMs: 25_000 })
    await expect
      .poll(async () => (await third.byHash(hash))?.transactionHash, { timeout: 10_000 })
      .not.toBe(slow)
    await chain.node.mine({ blocks: 1 })
    const receipt = await third.receipt(hash)
    expect(receipt).toMatchObject({ success: true })
    expect(await countOf(owner)).toBe(1)
    expect((await chain.client.getTransactionCount({ address: local.relayer })) - before).toBe(1)
  } finally {
    await chain.node.setAutomine(true)
  }
}, 120_000)
