import { describe, expect, test } from 'vitest'
import { createTestVault } from '../../testing/createTestVault.ts'
import { logIn, page } from '../../testing/logIn.ts'

/** The full campaign, with statistics of response times, has 2 000 samples: `VAULT_ENUMERATION_SAMPLES=2000`. */
const campaign = process.env.VAULT_ENUMERATION_SAMPLES
const samples = Number(campaign ?? 60)

/** Replaces the random parts of a response. */
function shape(text: string): string {
  return text
    .replace(/tx_[\w-]{22}/, 'tx')
    .replace(/"matchCode":"\d{2}"/, 'match')
    .replace(/"workChallenge":"[\w.-]+"/, 'challenge')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'id')
}

/** Returns the z-score of the Mann-Whitney U test: by how many standard deviations two samples differ. */
function difference(one: number[], other: number[]): number {
  const all = [...one.map((ms) => ({ ms, isOne: true })), ...other.map((ms) => ({ ms, isOne: false }))]
  all.sort((a, b) => a.ms - b.ms)
  const sum = all.reduce((total, { isOne }, index) => (isOne ? total + index + 1 : total), 0)
  const [n, m] = [one.length, other.length]
  const u = sum - (n * (n + 1)) / 2
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
}

describe('email', () => {
  test(`behavior: ${samples} known and unknown addresses get the same response${campaign ? ' in the same time' : ''}`, async () => {
    const vault = await createTestVault({
      env: { LIMIT_PER_EMAIL: '0', LIMIT_PER_ADDRESS: '0', LIMIT_PER_PROJECT: '0', LOG_LEVEL: 'silent' },
    })
    const known = Array.from({ length: 20 }, (_, index) => `known${index}@example.com`)
    for (const email of known) await logIn(vault, await vault.newKey(), email)
    const shapes = new Set<string>()
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let sample = 0; sample < samples; sample++) {
      // Alternate the order, so that side effects of one request do not always affect the same kind.
      const kinds = sample % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of kinds) {
        const email = kind === 'known' ? (known[sample % 20] as string) : `never${sample % 20}@example.com`
        const key = await vault.newKey()
        const dpop = await key.proof('/v1/email/start')
        await vault.services.mailQueue.idle()
        const begin = performance.now()
        const response = await vault.post('/v1/email/start', { email, ...page }, { dpop })
        const text = await response.text()
        times[kind].push(performance.now() - begin)
        const headers = [...response.headers.keys()].sort().join()
        shapes.add(`${response.status} ${headers} ${text.length} ${shape(text)}`)
        vault.pass(1000)
      }
    }
    // `expiresAt` follows the test's clock.
    expect(new Set([...shapes].map((text) => text.replace(/"expiresAt":"[^"]+"/, 'time'))).size).toBe(1)
    // Two-sided, p > .01.
    if (campaign) expect(Math.abs(difference(times.known, times.unknown))).toBeLessThan(2.58)
  }, 600_000)

  test('behavior: strangers to known and unknown addresses are asked for the same work', async () => {
    const vault = await createTestVault({
      env: { LIMIT_PER_EMAIL: '0', LIMIT_PER_ADDRESS: '0', LIMIT_PER_PROJECT: '5' },
    })
    const [known, unknown] = ['known@example.com', 'never@example.com']
    await logIn(vault, await vault.newKey(), known)
    for (let index = 0; index < 4; index++)
      await (await vault.newKey()).call('/v1/email/start', { email: `other${index}@example.com`, ...page })
    const shapes = new Set<string>()
    for (const email of [known, unknown, unknown, known]) {
      const response = await (await vault.newKey()).call('/v1/email/start', { email, ...page })
      const text = await response.text()
      const headers = [...response.headers.keys()].sort().join()
      shapes.add(`${response.status} ${headers} ${text.length} ${shape(text)}`)
    }
    expect([...shapes]).toEqual([expect.stringMatching(/^429 .*"workBits":15/)])
  })
})
