import { base64urlnopad } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { SealBrokenError } from '../keys/sealing.ts'
import { createHandoffSecrets, openHandoff, readFragment, sealHandoff, toFragment } from './handoff.ts'

const question = { kind: 'question' } as const
const yes = { t: 'decision', decision: 'approved' }
const refused = (opening: Promise<unknown>) => expect(opening).rejects.toThrow(SealBrokenError)

describe('handoff', () => {
  test('behavior: question and answer each decrypt as their own part', async () => {
    const secrets = createHandoffSecrets()
    const sealed = await sealHandoff(secrets, question, { title: 'Allow 1 000 DUSD' })
    const read = await openHandoff(secrets, question, sealed.sealed)
    expect(read).toEqual({ content: { title: 'Allow 1 000 DUSD' }, digest: sealed.digest })
    const answered = await sealHandoff(secrets, { kind: 'answer', questionDigest: read.digest }, yes)
    const { content } = await openHandoff(
      secrets,
      { kind: 'answer', questionDigest: sealed.digest },
      answered.sealed,
    )
    expect(content).toEqual(yes)
    expect(sealed.sealed).not.toContain(secrets.key)
  })

  test('error: another key, or another id', async () => {
    const secrets = createHandoffSecrets()
    const { sealed } = await sealHandoff(secrets, question, 'x')
    await refused(openHandoff({ ...secrets, key: createHandoffSecrets().key }, question, sealed))
    await refused(openHandoff({ ...secrets, id: createHandoffSecrets().id }, question, sealed))
    await refused(openHandoff(createHandoffSecrets(), question, sealed))
  })

  test('error: a question as an answer, an answer as a question, an answer to another question', async () => {
    const secrets = createHandoffSecrets()
    const one = await sealHandoff(secrets, question, 'one')
    const other = await sealHandoff(secrets, question, 'other')
    const toOne = { kind: 'answer', questionDigest: one.digest } as const
    const toOther = { kind: 'answer', questionDigest: other.digest } as const
    const answer = await sealHandoff(secrets, toOther, yes)
    await refused(openHandoff(secrets, question, answer.sealed))
    await refused(openHandoff(secrets, toOne, one.sealed))
    await refused(openHandoff(secrets, toOne, answer.sealed))
    await refused(openHandoff(secrets, { kind: 'answer', questionDigest: new Uint8Array() }, answer.sealed))
  })

  test('error: two handoffs whose messages were swapped', async () => {
    const [a, b] = [createHandoffSecrets(), createHandoffSecrets()]
    const [inA, inB] = [await sealHandoff(a, question, 'same'), await sealHandoff(b, question, 'same')]
    await refused(openHandoff(a, question, inB.sealed))
    await refused(openHandoff(b, question, inA.sealed))
    // The questions and their digests are equal; the secrets differ.
    const answer = await sealHandoff(a, { kind: 'answer', questionDigest: inA.digest }, yes)
    await refused(openHandoff(b, { kind: 'answer', questionDigest: inB.digest }, answer.sealed))
  })

  test('error: every flipped bit, a removed or added byte, and text that is not base64url', async () => {
    const secrets = createHandoffSecrets()
    const { sealed } = await sealHandoff(secrets, question, yes)
    const bytes = base64urlnopad.decode(sealed)
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = bytes.slice()
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7))
      await refused(openHandoff(secrets, question, base64urlnopad.encode(changed)))
    }
    for (const other of [bytes.subarray(1), bytes.subarray(0, -1), new Uint8Array([...bytes, 0])])
      await refused(openHandoff(secrets, question, base64urlnopad.encode(other)))
    for (const text of ['', 'A', '!', `${sealed}=`, ` ${sealed}`])
      await refused(openHandoff(secrets, question, text))
  })

  test('behavior: secrets are random, and are read back from a URL fragment', () => {
    const secrets = createHandoffSecrets()
    expect(createHandoffSecrets()).not.toEqual(secrets)
    expect(readFragment(toFragment(secrets))).toEqual(secrets)
    for (const hash of [
      '',
      '#',
      `#${secrets.key}`,
      `#${secrets.id}.`,
      `${toFragment(secrets)}&a=b`,
      `#a.${secrets.key}`,
    ])
      expect(readFragment(hash)).toBeUndefined()
  })
})
