// @vitest-environment jsdom
import { RpcError } from '@portico/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Question } from '../approve/Question.ts'
import { SealBrokenError } from '../keys/sealing.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { createHandoffSecrets, readFragment, sealHandoff } from './handoff.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import { receiveQuestion } from './receiveQuestion.ts'
import { runWindow } from './runWindow.ts'

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

/** A gateway for one session, with its routes for the handoff. `tamper` may change the messages that it returns. */
function createGateway({ tamper = (_part: string, text: string) => text } = {}) {
  const entries = new Map<string, Entry>()
  const calls: string[] = []
  const state = { isUnreachable: false }
  const problem = (status: number, code: string) =>
    new ServerError({ type: `/problems/${code}`, title: code, status, code } as never)

  const answer = (path: string, body: Record<string, string>): unknown => {
    const part = path.replace('/wallet/v1/window-mailbox', '')
    calls.push(part)
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
      return { question: tamper('question', entry.question) }
    }
    if (part === '/answer' && entry.isTaken && entry.answer === undefined) {
      entry.answer = sealed ?? ''
      return {}
    }
    if (part !== '/collect') throw problem(404, 'not-found')
    if (entry.answer === undefined) return {}
    entries.delete(id)
    return { answer: tamper('answer', entry.answer) }
  }
  /** The queries of the window's requests. */
  const searches: string[] = []
  return {
    entries,
    calls,
    searches,
    state,
    async gateway(path: string, { body }: { body?: unknown } = {}) {
      if (state.isUnreachable) throw new ServerUnreachableError({ server: 'gateway' })
      return answer(path, body as Record<string, string>)
    },
    fetch: (async (url: string, { body }: { body: string }) => {
      try {
        const { pathname, search } = new URL(url)
        searches.push(search)
        return Response.json(answer(pathname, JSON.parse(body)))
      } catch {
        return new Response(null, { status: 404 })
      }
    }) as unknown as typeof fetch,
  }
}

/** A frame on an isolated page, and the windows that it opens. Time passes only in `wait`. */
function open(options?: Parameters<typeof createGateway>[0], { isNamed = false } = {}) {
  const server = createGateway(options)
  const urls: URL[] = []
  vi.spyOn(window, 'open').mockImplementation((url) => {
    urls.push(new URL(`${url}`, location.href))
    // Some browsers return the isolated window, and report it as closed.
    return isNamed ? ({ closed: true } as Window) : null
  })
  const ask = () => openWalletWindow(question, { gateway: server.gateway })
  const secretsOf = (index = 0) => readFragment(urls[index]?.hash ?? '') ?? createHandoffSecrets()
  const take = (secrets = secretsOf()) =>
    receiveQuestion({
      secrets,
      gatewayUrl: 'http://gateway.localhost',
      fetch: server.fetch,
      clientId: async () => 'a client',
    })
  return { ...server, urls, ask, take, secretsOf }
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
/** Encryption takes microtasks, which fake timers do not advance. */
const until = (condition: () => unknown) =>
  vi.waitFor(async () => {
    await wait(1000)
    expect(condition()).toBeTruthy()
  })
const outcome = (promise: Promise<unknown>) => {
  const settled: { value?: unknown; error?: unknown } = {}
  promise.then(
    (value) => Object.assign(settled, { value }),
    (error) => Object.assign(settled, { error }),
  )
  return settled
}

/** jsdom has none: everything is in view. */
class SeesAll {
  readonly take: (entries: object[]) => void
  constructor(take: (entries: object[]) => void) {
    this.take = take
  }
  observe(target: Element) {
    const entry = {
      target,
      isIntersecting: true,
      boundingClientRect: { bottom: 0 },
      rootBounds: { bottom: 0 },
    }
    queueMicrotask(() => this.take([entry]))
  }
  takeRecords() {
    return []
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', SeesAll)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.replaceChildren()
})

describe('handoff to an isolated window', () => {
  test.each([false, true])(
    'behavior: the question is shown in the window, and the answer is returned (window returned: %s)',
    async (isNamed) => {
      const { ask, take, urls, entries, secretsOf } = open({}, { isNamed })
      const made = ask()
      expect(made.isIsolated).toBe(!isNamed)
      expect(urls[0]?.pathname).toBe('/window')
      runWindow({ opener: null, receive: take })
      await until(() => button('Reject'))
      expect(document.body.textContent).toContain('Allow all of your DUSD')
      expect(document.body.textContent).toContain('asked by shop.localhost:4400')
      expect(JSON.stringify([...entries])).not.toContain(secretsOf().key)
      button('Reject')?.click()
      const settled = outcome(made.decision)
      await until(() => settled.value)
      expect(settled.value).toBe('rejected')
      expect(document.body.textContent).toContain('You can close this window')
      expect(entries.size).toBe(0)
      made.close()
    },
  )

  test('behavior: an approval survives a gateway that is temporarily unreachable', async () => {
    const { ask, take, entries, state } = open()
    const made = ask()
    const settled = outcome(made.decision)
    await until(() => entries.size)
    const taken = await take()
    state.isUnreachable = true
    expect(await taken?.answer('approved')).toBe(true)
    await wait(5000)
    expect(settled).toEqual({})
    state.isUnreachable = false
    await until(() => settled.value)
    expect(settled.value).toBe('approved')
  })

  test('behavior: every request of the window has the random ID of the installation', async () => {
    const { ask, take, entries, searches } = open()
    const made = ask()
    await until(() => entries.size)
    const taken = await take()
    await taken?.answer('rejected')
    expect(searches).toEqual(['?clientId=a+client', '?clientId=a+client'])
    made.close()
  })

  test('behavior: closing withdraws the request, and a later answer has no effect', async () => {
    const { ask, take, entries, calls } = open()
    const made = ask()
    const settled = outcome(made.decision)
    await until(() => entries.size)
    runWindow({ opener: null, receive: take })
    await until(() => button('Reject'))
    made.close()
    await until(() => entries.size === 0)
    button('Reject')?.click()
    await until(() => document.body.textContent?.includes('the request has ended'))
    expect(settled.value).toBeUndefined()
    const count = calls.length
    await wait(60_000)
    expect(calls.length).toBe(count)
  })

  test('error: a second read of the question, and a second answer', async () => {
    const { ask, take, entries } = open()
    const made = ask()
    await until(() => entries.size)
    const taken = await take()
    const again = outcome(take())
    expect(await taken?.answer('rejected')).toBe(true)
    expect(await taken?.answer('approved')).toBe(false)
    await until(() => 'value' in again)
    expect(again.value).toBeUndefined()
    const settled = outcome(made.decision)
    await until(() => settled.value)
    expect(settled.value).toBe('rejected')
  })

  test('error: a gateway that changes a bit, in either direction', async () => {
    const flip = (text: string) => `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`
    for (const changed of ['question', 'answer']) {
      const { ask, take, entries } = open({ tamper: (part, text) => (part === changed ? flip(text) : text) })
      const made = ask()
      const settled = outcome(made.decision)
      await until(() => entries.size)
      const taken = await take()
      if (changed === 'question') {
        expect(taken).toBeUndefined()
        made.close()
        continue
      }
      await taken?.answer('approved')
      await until(() => settled.error)
      expect(settled.error).toBeInstanceOf(SealBrokenError)
    }
  })

  test('error: a gateway that swaps two requests or their answers', async () => {
    const texts: Record<string, string[]> = { question: [], answer: [] }
    let isLying = true
    const tamper = (part: string, text: string) => {
      texts[part]?.push(text)
      return isLying ? (texts[part]?.[0] ?? text) : text
    }
    const { ask, take, entries, secretsOf } = open({ tamper })
    const [one, other] = [ask(), ask()]
    const settled = [outcome(one.decision), outcome(other.decision)]
    await until(() => entries.size === 2)
    const first = await take(secretsOf(0))
    expect(await take(secretsOf(1))).toBeUndefined()
    await first?.answer('approved')
    await until(() => settled[0]?.value)
    isLying = false
    const third = ask()
    settled.push(outcome(third.decision))
    await until(() => entries.size === 2)
    await (await take(secretsOf(2)))?.answer('rejected')
    isLying = true
    await until(() => settled[2]?.error)
    expect(settled[2]?.error).toBeInstanceOf(SealBrokenError)
    expect(settled[1]).toEqual({})
    other.close()
  })

  test('error: an answer forged by the gateway, and the question returned as the answer', async () => {
    for (const make of [
      async () =>
        (
          await sealHandoff(
            createHandoffSecrets(),
            { kind: 'question' },
            { t: 'decision', decision: 'approved' },
          )
        ).sealed,
      async (entry: Entry) => entry.question,
      async () => '{"t":"decision","decision":"approved"}',
    ]) {
      const { ask, entries } = open()
      const settled = outcome(ask().decision)
      await until(() => entries.size)
      const [entry] = [...entries.values()] as [Entry]
      entry.answer = await make(entry)
      await until(() => settled.error)
      expect(settled.error).toBeInstanceOf(SealBrokenError)
    }
  })

  test('error: content that is not a question or not a decision', async () => {
    const { gateway, take, ask, entries, secretsOf } = open()
    for (const content of [
      'text',
      { ...question, more: 1 },
      { ...question, description: { ...question.description, name: 'other' } },
      { ...question, description: { ...question.description, facts: [{ label: {}, value: '' }] } },
    ]) {
      const secrets = createHandoffSecrets()
      const { sealed } = await sealHandoff(secrets, { kind: 'question' }, content)
      await gateway('/wallet/v1/window-mailbox', { body: { id: secrets.id, question: sealed } })
      expect(await take(secrets)).toBeUndefined()
    }
    entries.clear()
    const settled = outcome(ask().decision)
    await until(() => entries.size)
    const [entry] = [...entries.values()] as [Entry]
    const { digest } = await sealHandoff(secretsOf(), { kind: 'question' }, question)
    const part = { kind: 'answer', questionDigest: digest } as const
    entry.answer = (await sealHandoff(secretsOf(), part, { t: 'decision', decision: 'yes' })).sealed
    await until(() => settled.error)
    expect(settled.error).toBeInstanceOf(SealBrokenError)
  })

  test('error: a gateway that refuses or loses the question, or ends the session', async () => {
    const unreachable = open()
    unreachable.state.isUnreachable = true
    await expect(unreachable.ask().decision).rejects.toThrow(ServerUnreachableError)

    const lost = open()
    const settled = outcome(lost.ask().decision)
    await until(() => lost.entries.size)
    lost.entries.clear()
    await until(() => settled.error)
    expect(settled.error).toBeInstanceOf(ServerError)

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

  test('error: a window without a stored question shows none', async () => {
    const { take } = open()
    runWindow({ opener: null, receive: () => take(createHandoffSecrets()) })
    await until(() => document.body.textContent?.includes('has no open request'))
  })
})
