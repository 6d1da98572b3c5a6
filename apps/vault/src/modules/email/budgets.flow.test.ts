import type { WorkProof } from '@portico/protocol/vault'
import { describe, expect, test } from 'vitest'
import type { TestKey } from '../../testing/createTestKey.ts'
import { createTestVault, type TestVault } from '../../testing/createTestVault.ts'
import { describeVaults } from '../../testing/describeVaults.ts'
import { logIn, page } from '../../testing/logIn.ts'
import { readProblem } from '../../testing/readProblem.ts'
import { solveWork } from '../../testing/solveWork.ts'

const email = 'ada@example.com'
const minute = 60_000

type Start = Partial<typeof page> & { email?: string; work?: WorkProof }

const ask = (key: TestKey, request: Start = {}) => key.call('/v1/email/start', { email, ...page, ...request })

/** Returns the challenge of a refused request. */
async function readWork(response: Response): Promise<{ challenge: string; bits: number }> {
  const { code, workChallenge, workBits } = await response.json()
  expect({ status: response.status, code }).toEqual({ status: 429, code: 'work-required' })
  return { challenge: workChallenge, bits: workBits }
}

const solveNext = async (key: TestKey, request: Start = {}) =>
  solveWork(await readWork(await ask(key, request)))

/** Starts logins with made-up addresses and returns the statuses. */
async function flood(vault: TestVault, count: number): Promise<number[]> {
  const key = await vault.newKey()
  const statuses: number[] = []
  for (let index = 0; index < count; index++) {
    const response = await ask(key, { email: `made-up${index}@example.com` })
    statuses.push(response.status)
  }
  return statuses
}

describe('email, made-up logins', () => {
  test('behavior: 2,000 in an hour stop neither known devices nor strangers', async () => {
    const vault = await createTestVault({ env: { LIMIT_PER_ADDRESS: '0' } })
    const [known, stranger] = [await vault.newKey(), await vault.newKey()]
    await logIn(vault, known, email)
    const statuses = await flood(vault, 2000)
    expect(statuses.filter((status) => status === 200)).toHaveLength(999)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1001)

    expect(await logIn(vault, known, email)).toHaveProperty('assertion')
    const { challenge, bits } = await readWork(await ask(stranger, { email: 'grace@example.com' }))
    expect(bits).toBe(15)
    const work = solveWork({ challenge, bits })
    const started = await ask(stranger, { email: 'grace@example.com', work })
    expect(started.status).toBe(200)
    expect(await started.json()).toMatchObject({ action: 'VERIFY_DEVICE' })
    expect((await vault.mailTo('grace@example.com')).subject).toBe('Confirm your sign-in')

    vault.pass(60 * minute)
    expect((await ask(await vault.newKey(), { email: 'bob@example.com' })).status).toBe(200)
  }, 120_000)

  test('behavior: the work grows with the number of logins', async () => {
    const vault = await createTestVault({ env: { LIMIT_PER_PROJECT: '2', LIMIT_PER_ADDRESS: '0' } })
    await flood(vault, 2)
    const asked: number[] = []
    for (let index = 0; index < 4; index++) {
      const [key, request] = [await vault.newKey(), { email: `worker${index}@example.com` }]
      const task = await readWork(await ask(key, request))
      asked.push(task.bits)
      expect((await ask(key, { ...request, work: solveWork(task) })).status).toBe(200)
    }
    expect(asked).toEqual([16, 17, 18, 18])
  })

  test('behavior: four spellings of a mailbox share one limit', async () => {
    const vault = await createTestVault()
    const spellings = [email, 'Ada@example.com', 'ada+one@example.com', 'ADA+two@EXAMPLE.com']
    const statuses: number[] = []
    for (let round = 0; round < 2; round++)
      for (const spelling of spellings)
        statuses.push((await ask(await vault.newKey(), { email: spelling })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    await vault.services.mailQueue.idle()
    expect(vault.mails).toHaveLength(5)
    // They still are different identities.
    expect(new Set(vault.mails.map(({ to }) => to)).size).toBe(4)
  })

  test('behavior: a known device has one limit for all spellings, too, of links that it needs', async () => {
    const vault = await createTestVault()
    const key = await vault.newKey()
    for (const spelling of [email, 'Ada@example.com']) await logIn(vault, key, spelling)
    const statuses: number[] = []
    for (let round = 0; round < 4; round++)
      for (const spelling of [email, 'Ada@example.com']) {
        vault.pass(minute)
        const { tx } = await (await ask(key, { email: spelling })).json()
        statuses.push((await key.call('/v1/email/link', { tx })).status)
      }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })
})

await describeVaults('email, proofs of work', (open) => {
  async function openFull() {
    const vault = await open({ env: { LIMIT_PER_PROJECT: '4', LIMIT_PER_ADDRESS: '0' } })
    await flood(vault, 4)
    return vault
  }

  test('error: a proof is accepted once', async () => {
    const vault = await openFull()
    const key = await vault.newKey()
    const work = await solveNext(key)
    expect((await ask(key, { work })).status).toBe(200)
    vault.pass(31_000)
    expect(await readProblem(await ask(key, { work }))).toMatchObject({ code: 'work-required' })
    await vault.services.mailQueue.idle()
    expect(vault.mails.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('error: a proof is valid for its own key, address, page and project', async () => {
    const vault = await openFull()
    const [key, other] = [await vault.newKey(), await vault.newKey()]
    const work = await solveNext(key)
    for (const [from, request] of [
      [other, {}],
      [key, { email: 'grace@example.com' }],
      [key, { email: 'Ada@example.com' }],
      [key, { origin: 'https://other.example' }],
    ] as const)
      expect(await readProblem(await ask(from, { ...request, work }))).toMatchObject({
        code: 'work-required',
      })
    expect((await ask(key, { work })).status).toBe(200)
  })

  test('error: a proof of another project', async () => {
    const vault = await openFull()
    const key = await vault.newKey()
    const work = await solveNext(key)
    for (let index = 0; index < 4; index++)
      await ask(key, { email: `other${index}@example.com`, projectId: 'other' })
    expect(await readProblem(await ask(key, { projectId: 'other', work }))).toMatchObject({
      code: 'work-required',
    })
  })

  test('error: a late proof', async () => {
    const vault = await openFull()
    const key = await vault.newKey()
    const work = await solveNext(key)
    vault.pass(5 * minute)
    expect(await readProblem(await ask(key, { work }))).toMatchObject({ code: 'work-required' })
  })

  test('error: a wrong number, a changed challenge and a made-up one', async () => {
    const vault = await openFull()
    const key = await vault.newKey()
    const task = await readWork(await ask(key))
    const { challenge, nonce } = solveWork(task)
    const [bits, expiresAt, random, mac] = challenge.split('.') as [string, string, string, string]
    const later = (Number.parseInt(expiresAt, 36) + 3600).toString(36)
    for (const changed of [
      `0.${expiresAt}.${random}.${mac}`,
      `${bits}.${later}.${random}.${mac}`,
      `${bits}.${expiresAt}.${random}A.${mac}`,
      `${bits}.${expiresAt}.${random}.${'A'.repeat(22)}`,
      `${challenge}.`,
      `0.${expiresAt}.${random}`,
      '0',
    ]) {
      const work = solveWork({ challenge: changed, bits: task.bits })
      expect(await readProblem(await ask(key, { work }))).toMatchObject({ code: 'work-required' })
    }
    // Of the numbers before the solution, none solves it.
    if (nonce > 0)
      expect(await readProblem(await ask(key, { work: { challenge, nonce: nonce - 1 } }))).toMatchObject({
        code: 'work-required',
      })
    expect((await ask(key, { work: { challenge, nonce } })).status).toBe(200)
  })

  test('error: a proof that was collected while the work was easy', async () => {
    const vault = await openFull()
    const key = await vault.newKey()
    const work = await solveNext(key)
    for (let index = 0; index < 3; index++) {
      const [worker, request] = [await vault.newKey(), { email: `worker${index}@example.com` }]
      expect((await ask(worker, { ...request, work: await solveNext(worker, request) })).status).toBe(200)
    }
    const { bits } = await readWork(await ask(key, { work }))
    expect(bits).toBe(17)
  })

  test('behavior: a request that is refused for another reason does not use up its proof', async () => {
    const vault = await openFull()
    const key = await vault.newKey()
    const work = await solveNext(key)
    expect((await ask(key, { projectId: 'other' })).status).toBe(200)
    expect(await readProblem(await ask(key, { work }))).toMatchObject({ code: 'too-soon' })
    vault.pass(31_000)
    expect((await ask(key, { work })).status).toBe(200)
  })
})
