// @vitest-environment jsdom
import { RpcError } from '@portico/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Question } from '../approve/Question.ts'
import { SealBrokenError } from '../keys/sealing.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import { runWindow } from './runWindow.ts'
import { takeQuestion } from './takeQuestion.ts'
import { makeLetter, readFragment, sealLetter } from './windowLetter.ts'

const question: Question = {
  origin: 'http://shop.localhost:4400',
  claimedName: undefined,
  notice: undefined,
  canBlock: false,
  description: {
    name: 'signature',
    title: 'Allow all of your DUSD',
    facts: [{ label: 'To', value: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', kind: 'address' }],
    tree: [{ label: 'message', children: [{ label: 'value', type: 'uint256', value: '1' }] }],
    details: [],
    raw: '{}',
    warnings: [{ level: 'danger', text: 'Without a limit.' }],
    risk: 'high',
  },
}
type Entry = { question: string; isTaken: boolean; answer?: string }

/**
 * A gateway of one session, as its routes are, between a frame and a window that do not know each other. `lie` may change
 * what it hands out.
 */
function createGateway({ lie = (_part: string, text: string) => text } = {}) {
  const entries = new Map<string, Entry>()
  const asked: string[] = []
  const state = { isAway: false }
  const problem = (status: number, code: string) =>
    new ServerError({ type: `/problems/${code}`, title: code, status, code } as never)

  const answer = (path: string, body: Record<string, string>): unknown => {
    const part = path.replace('/wallet/v1/window-mailbox', '')
    asked.push(part)
    const { id = '', question: text, answer: sealed } = body
    const entry = entries.get(id)
    if (part === '') {
      if ((text ?? '').length > 349_526) throw problem(413, 'body-too-large')
      entries.set(id, { question: text ?? '', isTaken: false })
      return {}
    }
    if (part === '/drop') return void entries.delete(id)
    if (!entry) throw problem(404, 'not-found')
    if (part === '/question' && !entry.isTaken) {
      entry.isTaken = true
      return { question: lie('question', entry.question) }
    }
    if (part === '/answer' && entry.isTaken && entry.answer === undefined) {
      entry.answer = sealed ?? ''
      return {}
    }
    if (part !== '/collect') throw problem(404, 'not-found')
    if (entry.answer === undefined) return {}
    entries.delete(id)
    return { answer: lie('answer', entry.answer) }
  }
  return {
    entries,
    asked,
    state,
    async gateway(path: string, { body }: { body?: unknown } = {}) {
      if (state.isAway) throw new ServerUnreachableError({ server: 'gateway' })
      return answer(path, body as Record<string, string>)
    },
    fetch: (async (url: string, { body }: { body: string }) => {
      try {
        return Response.json(answer(new URL(url).pathname, JSON.parse(body)))
      } catch {
        return new Response(null, { status: 404 })
      }
    }) as unknown as typeof fetch,
  }
}

/** A frame on a page that has cut itself off, and the windows it has opened; time passes only when told. */
function open(options?: Parameters<typeof createGateway>[0], { isNamed = false } = {}) {
  const server = createGateway(options)
  const urls: URL[] = []
  vi.spyOn(window, 'open').mockImplementation((url) => {
    urls.push(new URL(`${url}`, location.href))
    // A browser that does name a window which it has cut off says that it is closed.
    return isNamed ? ({ closed: true } as Window) : null
  })
  const ask = () => openWalletWindow(question, { gateway: server.gateway })
  const letterOf = (index = 0) => readFragment(urls[index]?.hash ?? '') ?? makeLetter()
  const take = (letter = letterOf()) =>
    takeQuestion({ letter, gatewayUrl: 'http://gateway.localhost', fetch: server.fetch })
  return { ...server, urls, ask, take, letterOf }
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** Sealing takes turns of its own, which no clock knows. */
const until = (condition: () => unknown) =>
  vi.waitFor(async () => {
    await wait(1000)
    expect(condition()).toBeTruthy()
  })
const outcome = (promise: Promise<unknown>) => {
  const seen: { value?: unknown; error?: unknown } = {}
  promise.then(
    (value) => Object.assign(seen, { value }),
    (error) => Object.assign(seen, { error }),
  )
  return seen
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('a window that is cut off from its frame', () => {
  test.each([false, true])(
    'behavior: the question is drawn there, and the answer comes back (named: %s)',
    async (isNamed) => {
      const { ask, take, urls, entries, letterOf } = open({}, { isNamed })
      const made = ask()
      expect(made.isApart).toBe(!isNamed)
      expect(urls[0]?.pathname).toBe('/window')
      runWindow({ opener: null, take })
      await until(() => button('Reject'))
      expect(document.body.textContent).toContain('Allow all of your DUSD')
      expect(document.body.textContent).toContain('asked by shop.localhost:4400')
      expect(JSON.stringify([...entries])).not.toContain(letterOf().key)
      button('Reject')?.click()
      const seen = outcome(made.decision)
      await until(() => seen.value)
      expect(seen.value).toBe('rejected')
      expect(document.body.textContent).toContain('can be closed')
      expect(entries.size).toBe(0)
      made.close()
    },
  )

  test('behavior: an approval, too; and a gateway that is away for a moment loses nothing', async () => {
    const { ask, take, entries, state } = open()
    const made = ask()
    const seen = outcome(made.decision)
    await until(() => entries.size)
    const taken = await take()
    state.isAway = true
    expect(await taken?.answer('approved')).toBe(true)
    await wait(5000)
    expect(seen).toEqual({})
    state.isAway = false
    await until(() => seen.value)
    expect(seen.value).toBe('approved')
  })

  test('behavior: whoever closes it takes the request back, and an answer after that counts for nothing', async () => {
    const { ask, take, entries, asked } = open()
    const made = ask()
    const seen = outcome(made.decision)
    await until(() => entries.size)
    runWindow({ opener: null, take })
    await until(() => button('Reject'))
    made.close()
    await until(() => entries.size === 0)
    button('Reject')?.click()
    await until(() => document.body.textContent?.includes('nobody waits for it'))
    expect(seen.value).toBeUndefined()
    const count = asked.length
    await wait(60_000)
    expect(asked.length).toBe(count)
  })

  test('error: a second look at the question, and a second answer', async () => {
    const { ask, take, entries } = open()
    const made = ask()
    await until(() => entries.size)
    const taken = await take()
    const again = outcome(take())
    expect(await taken?.answer('rejected')).toBe(true)
    expect(await taken?.answer('approved')).toBe(false)
    await until(() => 'value' in again)
    expect(again.value).toBeUndefined()
    const seen = outcome(made.decision)
    await until(() => seen.value)
    expect(seen.value).toBe('rejected')
  })

  test('error: a gateway that changes a bit, in either direction', async () => {
    const flip = (text: string) => `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`
    for (const changed of ['question', 'answer']) {
      const { ask, take, entries } = open({ lie: (part, text) => (part === changed ? flip(text) : text) })
      const made = ask()
      const seen = outcome(made.decision)
      await until(() => entries.size)
      const taken = await take()
      if (changed === 'question') {
        expect(taken).toBeUndefined()
        made.close()
        continue
      }
      await taken?.answer('approved')
      await until(() => seen.error)
      expect(seen.error).toBeInstanceOf(SealBrokenError)
    }
  })

  test('error: a gateway that swaps two requests, or gives the answer of one to the other', async () => {
    const texts: Record<string, string[]> = { question: [], answer: [] }
    let isLying = true
    const lie = (part: string, text: string) => {
      texts[part]?.push(text)
      return isLying ? (texts[part]?.[0] ?? text) : text
    }
    const { ask, take, entries, letterOf } = open({ lie })
    const [one, other] = [ask(), ask()]
    const seen = [outcome(one.decision), outcome(other.decision)]
    await until(() => entries.size === 2)
    const first = await take(letterOf(0))
    expect(await take(letterOf(1))).toBeUndefined()
    await first?.answer('approved')
    await until(() => seen[0]?.value)
    isLying = false
    const third = ask()
    seen.push(outcome(third.decision))
    await until(() => entries.size === 2)
    await (await take(letterOf(2)))?.answer('rejected')
    isLying = true
    await until(() => seen[2]?.error)
    expect(seen[2]?.error).toBeInstanceOf(SealBrokenError)
    expect(seen[1]).toEqual({})
    other.close()
  })

  test('error: an answer of the gateway’s own making, and its question sent back as the answer', async () => {
    for (const make of [
      async () =>
        (await sealLetter(makeLetter(), { kind: 'question' }, { t: 'decision', decision: 'approved' }))
          .sealed,
      async (entry: Entry) => entry.question,
      async () => '{"t":"decision","decision":"approved"}',
    ]) {
      const { ask, entries } = open()
      const seen = outcome(ask().decision)
      await until(() => entries.size)
      const [entry] = [...entries.values()] as [Entry]
      entry.answer = await make(entry)
      await until(() => seen.error)
      expect(seen.error).toBeInstanceOf(SealBrokenError)
    }
  })

  test('error: what the letter holds is no question, or no decision', async () => {
    const { gateway, take, ask, entries, letterOf } = open()
    for (const content of [
      'text',
      { ...question, more: 1 },
      { ...question, description: { ...question.description, name: 'other' } },
      { ...question, description: { ...question.description, facts: [{ label: {}, value: '' }] } },
    ]) {
      const letter = makeLetter()
      const { sealed } = await sealLetter(letter, { kind: 'question' }, content)
      await gateway('/wallet/v1/window-mailbox', { body: { id: letter.id, question: sealed } })
      expect(await take(letter)).toBeUndefined()
    }
    entries.clear()
    const seen = outcome(ask().decision)
    await until(() => entries.size)
    const [entry] = [...entries.values()] as [Entry]
    const { digest } = await sealLetter(letterOf(), { kind: 'question' }, question)
    const part = { kind: 'answer', to: digest } as const
    entry.answer = (await sealLetter(letterOf(), part, { t: 'decision', decision: 'yes' })).sealed
    await until(() => seen.error)
    expect(seen.error).toBeInstanceOf(SealBrokenError)
  })

  test('error: a gateway that does not take it, has lost it, or ended the session', async () => {
    const away = open()
    away.state.isAway = true
    await expect(away.ask().decision).rejects.toThrow(ServerUnreachableError)

    const lost = open()
    const seen = outcome(lost.ask().decision)
    await until(() => lost.entries.size)
    lost.entries.clear()
    await until(() => seen.error)
    expect(seen.error).toBeInstanceOf(ServerError)

    const refusing = vi.fn(async () => {
      throw new RpcError({ rpcCode: 4100, message: 'over' })
    })
    await expect(openWalletWindow(question, { gateway: refusing }).decision).rejects.toThrow('over')

    const large = { ...question, description: { ...question.description, raw: 'x'.repeat(300_000) } }
    const full = open()
    await expect(openWalletWindow(large, { gateway: full.gateway }).decision).rejects.toThrow(
      'body-too-large',
    )
  })

  test('error: a window without a letter, or whose letter nobody has left, shows nothing', async () => {
    const { take } = open()
    runWindow({ opener: null, take: () => take(makeLetter()) })
    await until(() => document.body.textContent?.includes('belongs to a request in another one'))
  })
})
