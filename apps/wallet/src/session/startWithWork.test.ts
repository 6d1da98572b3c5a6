import { createHash } from 'node:crypto'
import type { EmailStartRequest, EmailStartResponse } from '@portico/protocol/vault'
import { describe, expect, test, vi } from 'vitest'
import { countToSolution } from '../work/countToSolution.ts'
import { ServerError } from './ServerError.ts'
import { startWithWork } from './startWithWork.ts'

const request = { email: 'ada@example.com', origin: 'https://shop.example', projectId: 'shop' }
const response: EmailStartResponse = {
  tx: `tx_${'A'.repeat(22)}`,
  action: 'VERIFY_DEVICE',
  expiresAt: '2026-01-01T00:00:00.000Z',
  resendAfter: 30,
}

function problem(code: string, extra: object = {}) {
  return new ServerError({ type: `/problems/${code}`, title: code, status: 429, code, ...extra })
}
const required = (workChallenge: string, workBits = 8) =>
  problem('work-required', { workChallenge, workBits })

const solveWork = vi.fn(async (task: { challenge: string; bits: number }) => countToSolution(task))

/** Runs a login against a vault that gives these answers in turn. */
async function run(...answers: (ServerError | EmailStartResponse)[]) {
  solveWork.mockClear()
  const requests: EmailStartRequest[] = []
  const result = startWithWork({
    solveWork,
    request,
    async start(sent) {
      requests.push(sent)
      const answer = answers.shift()
      if (!answer || answer instanceof Error) throw answer
      return answer
    },
  })
  return { requests, result: await result.catch((error: unknown) => error) }
}

describe('startWithWork', () => {
  test('behavior: without load, no work is done', async () => {
    expect(await run(response)).toEqual({ requests: [request], result: response })
    expect(solveWork).not.toHaveBeenCalled()
  })

  test('behavior: solves what the vault asks for, and again if the difficulty rose', async () => {
    const { requests, result } = await run(required('one'), required('two', 10), response)
    expect(result).toEqual(response)
    expect(requests).toHaveLength(3)
    for (const [index, { challenge, bits }] of [
      { challenge: 'one', bits: 8 },
      { challenge: 'two', bits: 10 },
    ].entries()) {
      const work = requests[index + 1]?.work
      expect(work?.challenge).toBe(challenge)
      const hash = createHash('sha256').update(`${challenge}.${work?.nonce}`).digest()
      expect(hash.readUInt32BE()).toBeLessThan(2 ** (32 - bits))
    }
  })

  test('error: a vault that never accepts the work', async () => {
    const answers = Array.from({ length: 9 }, (_, index) => required(`c${index}`))
    const { requests, result } = await run(...answers)
    expect(result).toMatchObject({ code: 'work-required' })
    expect(requests).toHaveLength(4)
  })

  test('error: other problems are not retried', async () => {
    const { requests, result } = await run(problem('rate-limited'))
    expect(result).toMatchObject({ code: 'rate-limited' })
    expect(requests).toHaveLength(1)
  })
})
