// @vitest-environment jsdom
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Message } from '@portico/i18n'
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
import type { Description, Risk } from '../approve/Description.ts'
import { showLanguage } from '../language/language.ts'
import { readEnglish } from '../server/readEnglish.ts'
import { knownNetworks } from './knownNetworks.ts'

const amount = Number(process.env.SCREENS ?? 100)
const seed = Number(process.env.SCREENS_SEED ?? 1)
/** A folder for the screens and the answers, so that people can be asked what they understand. */
const directory = process.env.SCREENS_DIR

const english = (await readEnglish()).approve

const kinds = {
  low: Object.values(lowSignatures),
  medium: [...Object.values(mediumTransactions), ...Object.values(mediumSignatures)],
  high: [highTransactions, highSignatures, rareTransactions, rareSignatures].flatMap(
    Object.values<MakeRequest>,
  ),
}

/** Words that are the same in every language: of numbers, times, coins, and names in the protocols. */
const ownWords = 'UTC ETH POL gwei Permit'

type Made = RandomRequest & { lines: string[]; known: string }

/** What is the site's, a contract's or a server's. */
const given = ({ raw, text, fullText, facts, details }: Description) => [
  raw,
  text,
  fullText,
  [...facts, ...details].filter(({ kind }) => kind === 'claim'),
]
const print = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

/** Runs something while each text of requests is in letters of another alphabet, except for its placeholders. */
function inAnotherAlphabet<T>(run: () => T): T {
  const write = (text: string) =>
    text.replaceAll(/\{\w+\}|[a-z]/gi, (piece) =>
      piece.length > 1 ? piece : String.fromCodePoint((piece.codePointAt(0) ?? 0) - 97 + 0x430),
    )
  const translate = (message: Message): Message => {
    if (typeof message === 'string') return write(message)
    const { plural, ...forms } = message
    const written = Object.entries(forms).map(([form, text]) => [form, write(text)])
    return { plural, ...Object.fromEntries(written) }
  }
  const texts = Object.entries(english).map(([id, message]) => [id, translate(message)])
  showLanguage({ tag: 'ja', groups: { approve: Object.fromEntries(texts) } })
  try {
    return run()
  } finally {
    showLanguage({ tag: 'en', groups: {} })
  }
}

/** Lists the words in Latin letters that a description shows, without the data as a tree. */
function listWords({ title, facts, details, warnings, failure }: Description): string[] {
  return [...facts, ...details]
    .flatMap(({ label, value }) => [label, value])
    .concat(title, failure ?? '', ...warnings.map(({ text }) => text))
    .flatMap((text) => text.replaceAll(/0x[\da-f]+(…[\da-f]+)?/gi, '').match(/[A-Za-z]{2,}/g) ?? [])
}

/** Makes requests of one risk class, of each kind in turn, on the main networks and now and then on a test network. */
function makeRequests(risk: Risk): Made[] {
  const random = createRandom(seed * 1000 + risk.length)
  const made: Made[] = []
  for (let turn = 0; made.length < amount && turn < amount * 20; turn += 1) {
    const make = kinds[risk][turn % kinds[risk].length]
    const scene = createScene(random, { isTest: risk === 'high' && random.chance(0.1) })
    const request = make?.(random, scene)
    if (request?.description.risk === risk)
      made.push({
        ...request,
        lines: drawScreen(request.description, scene),
        known: JSON.stringify([scene, given(request.description), knownNetworks, ownWords], print),
      })
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

  test('behavior: every word of a description is a text with an ID, or a value of the request', () => {
    const foreign = inAnotherAlphabet(() => makeRequests(risk)).flatMap(({ description, known }) =>
      listWords(description).filter((word) => !known.includes(word)),
    )
    expect([...new Set(foreign)]).toEqual([])
  })

  test.runIf(directory)('behavior: the screens and their answers are written', () => {
    mkdirSync(`${directory}`, { recursive: true })
    const screens = requests.map(({ lines }, index) => `## ${index + 1}\n\n${lines.join('\n')}\n`)
    const keys = requests.map(({ key }, index) => ({ screen: index + 1, ...key }))
    writeFileSync(`${directory}/screens-${risk}.md`, screens.join('\n'))
    writeFileSync(`${directory}/key-${risk}.json`, JSON.stringify(keys, undefined, 2))
  })
})
