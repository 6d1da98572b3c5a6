// @vitest-environment jsdom
import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../test/createRandom.ts'
import { createScene } from '../../test/createScene.ts'
import { drawScreen } from '../../test/drawScreen.ts'
import { highSignatures } from '../../test/highSignatures.ts'
import { highTransactions } from '../../test/highTransactions.ts'
import { lowSignatures } from '../../test/lowSignatures.ts'
import { mediumSignatures } from '../../test/mediumSignatures.ts'
import { mediumTransactions } from '../../test/mediumTransactions.ts'
import type { MakeRequest, RandomRequest } from '../../test/RandomRequest.ts'
import { rareSignatures } from '../../test/rareSignatures.ts'
import { rareTransactions } from '../../test/rareTransactions.ts'
import type { Risk } from '../approve/Description.ts'

const amount = Number(process.env.SCREENS ?? 100)
const seed = Number(process.env.SCREENS_SEED ?? 1)
/** A folder for the screens and the answers, so that people can be asked what they understand. */
const directory = process.env.SCREENS_DIR

const kinds = {
  low: Object.values(lowSignatures),
  medium: [...Object.values(mediumTransactions), ...Object.values(mediumSignatures)],
  high: [highTransactions, highSignatures, rareTransactions, rareSignatures].flatMap(
    Object.values<MakeRequest>,
  ),
}

/** Makes requests of one risk class, of each kind in turn, on the main networks and now and then on a test network. */
function makeRequests(risk: Risk): (RandomRequest & { lines: string[] })[] {
  const random = createRandom(seed * 1000 + risk.length)
  const made: (RandomRequest & { lines: string[] })[] = []
  for (let turn = 0; made.length < amount && turn < amount * 20; turn += 1) {
    const make = kinds[risk][turn % kinds[risk].length]
    const scene = createScene(random, { isTest: risk === 'high' && random.chance(0.1) })
    const request = make?.(random, scene)
    if (request?.description.risk === risk)
      made.push({ ...request, lines: drawScreen(request.description, scene) })
  }
  return made
}

describe.each(['low', 'medium', 'high'] as const)('%s risk', (risk) => {
  const requests = makeRequests(risk)

  test(`behavior: ${amount} random requests: the screen says who gets what, how much and until when`, () => {
    expect(requests).toHaveLength(amount)
    for (const { key, lines, shown } of requests) {
      const screen = lines.join('\n')
      for (const text of [key.asks, ...shown]) expect(screen).toContain(text)
    }
  })

  test('behavior: no screen uses technical words before plain ones, or says that nothing happens when something can', () => {
    for (const { lines } of requests) {
      const screen = lines.filter((line) => !line.startsWith('The site calls this')).join('\n')
      expect(screen).not.toMatch(/base units|selector|calldata|allowance|operator|domain|EIP-?\d|ERC-?\d/)
      const isPermission = screen.includes('Can be taken later')
      if (isPermission)
        expect(screen).toMatch(/^(Now: (nothing leaves|you send nothing but)|You send now: )/m)
      if (isPermission) expect(screen).toMatch(/Permission ends|Signature can be used/)
      expect(screen).not.toMatch(/^You (send|receive): /m)
    }
  })

  test.runIf(directory)('behavior: the screens and their answers are written', () => {
    mkdirSync(`${directory}`, { recursive: true })
    const screens = requests.map(({ lines }, index) => `## ${index + 1}\n\n${lines.join('\n')}\n`)
    const keys = requests.map(({ key }, index) => ({ screen: index + 1, ...key }))
    writeFileSync(`${directory}/screens-${risk}.md`, screens.join('\n'))
    writeFileSync(`${directory}/key-${risk}.json`, JSON.stringify(keys, undefined, 2))
  })
})
